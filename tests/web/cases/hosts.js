// Who serves the page: `losange web`, any host of files, and none at all.
'use strict';
const assert = require('node:assert/strict');
const {spawn} = require('node:child_process');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');
const {sleep} = require('../browser.js');
const {Server, exported, program, request, site, untilStones} = require('../support.js');

module.exports = {
  async 'the server gives its files and nothing else'({url}) {
    const index = await request(url, '/');
    assert.equal(index.status, 200);
    assert.equal(index.headers['cross-origin-opener-policy'], 'same-origin');
    assert.equal(index.headers['cross-origin-embedder-policy'], 'require-corp');
    assert.match(index.headers['content-security-policy'], /default-src 'none'/);
    for (const trick of ['/../../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '//etc/passwd', '/models/../index.html', '/.',
      '/models', '/index.html%00', '/losange', '/nothing'])
      assert.equal((await request(url, trick)).status, 404, trick);
    assert.equal((await request(url, '/', {Host: 'evil.example'})).status, 421);
    assert.equal((await request(url, '/', {}, 'POST')).status, 405);
    for (const host of ['127.0.0.1.evil.example', 'localhost.evil.example', 'evil.example:80@127.0.0.1'])
      assert.equal((await request(url, '/', {Host: host})).status, 421, host);
    // Only this machine is listened to: 127.0.0.1, as the system writes it.
    const listening = fs.readFileSync('/proc/net/tcp', 'utf8').split('\n').map((line) => line.trim().split(/\s+/))
        .filter(([, local, , state]) => state === '0A' && parseInt(local?.split(':')[1], 16) === Number(new URL(url).port));
    assert.deepEqual(listening.map(([, local]) => local.split(':')[0]), ['0100007F']);
    // Its port is its own.
    const {port} = new URL(url);
    await assert.rejects(Server.start(program, ['web', '--site', site, '--port', port, '--no-browser'], /^(http:\/\/\S+\/)\n/m),
        /another --port or --address/);
  },

  async 'connections that say nothing hold nobody up, and no line asks for much'({url}) {
    const {hostname, port} = new URL(url);
    let ended = 0;
    const silent = Array.from({length: 60}, () => net.connect(port, hostname).on('close', () => ++ended).on('error', () => {}));
    await Promise.all(silent.map((one) => new Promise((resolve) => one.on('connect', () => one.write('GET / HTTP/1.1\r\nHost: ', resolve)))));
    assert.equal((await request(url, '/')).status, 200);
    assert.ok(ended < 40, `${ended} were waited for`);
    for (const one of silent) one.destroy();
    assert.equal((await request(url, '/', {Range: 'bytes=0-4'})).body, '<!DOC');
    assert.equal((await request(url, '/', {Range: `bytes=${'0-,'.repeat(50)}0-`})).status, 416);
  },

  async 'others than this machine are told of https'() {
    for (const [address, told] of [['0.0.0.0', true], ['127.0.0.1', false]]) {
      const server = await Server.start(program, ['web', '--site', site, '--port', '0', '--no-browser', '--address', address],
          /^(http:[^]*Ctrl-C ends it)/m);
      assert.equal(/https alone.* ssh -L \d+:127\.0\.0\.1:\d+$/m.test(server.url), told, server.url);
      await server.stop();
    }
  },

  async 'Ctrl-C ends the server and not the browser it opened'() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'losange-opener-'));
    const opened = path.join(folder, 'opened');
    // Told to end it ends well: after a failure the next browser would be tried, the tester's own.
    fs.writeFileSync(path.join(folder, 'xdg-open'), `#!/bin/sh\ntrap 'kill $!; exit 0' TERM\nsleep 600 &
        echo $$ "$1" >${opened}.part && mv ${opened}.part ${opened}\nwait\n`, {mode: 0o755});
    const env = {...process.env, DISPLAY: ':99', PATH: `${folder}:${process.env.PATH}`};
    // In a group of its own, as a shell would start it: Ctrl-C reaches the whole group.
    const server = spawn(program, ['web', '--site', site, '--port', '0'], {detached: true, stdio: 'ignore', env});
    const ended = new Promise((resolve) => server.on('exit', (code, signal) => resolve(signal ?? code)));
    for (const end = Date.now() + 120_000; !fs.existsSync(opened); await sleep(30)) assert.ok(Date.now() < end, 'no browser was opened');
    const [browser, address] = fs.readFileSync(opened, 'utf8').trim().split(' ');
    assert.equal((await request(address, '/')).status, 200);
    process.kill(-server.pid, 'SIGINT');
    assert.equal(await ended, 130); // as of every command that is interrupted
    process.kill(Number(browser), 0); // throws where it is gone
    process.kill(Number(browser), 'SIGTERM');
    fs.rmSync(folder, {recursive: true});
  },

  async 'a desktop without a browser is told'() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'losange-opener-'));
    const server = spawn(program, ['web', '--site', site, '--port', '0'], {env: {...process.env, DISPLAY: ':99', PATH: folder}});
    let said = '';
    server.stderr.on('data', (data) => { said += data; });
    for (const end = Date.now() + 120_000; !/no browser was found/.test(said); await sleep(30)) assert.ok(Date.now() < end, said);
    server.kill();
    fs.rmSync(folder, {recursive: true});
  },

  async 'any host of files will do, and then none'({browser}) {
    const {folder, host} = await exported();
    const page = await browser.page();
    await page.open(host.url);
    assert.equal(await page.evaluate('crossOriginIsolated'), true);
    await page.until(`caches.keys().then((all) => all.length === 1)`);
    await page.until(`document.documentElement.dataset.complete === 'yes'`);
    await host.stop();
    await page.leave();
    await page.open(`${host.url}#5n,a1`);
    assert.equal((await page.cell('a1')).state, 'Red');
    await page.clickCell('b2');
    await untilStones(page, 2);
    fs.rmSync(path.dirname(folder), {recursive: true});
  },

  async 'on any host the page comes again: reloads, back and forward, a tab restored'({browser}) {
    const {folder, host} = await exported();
    const page = await browser.page();
    const again = async (act) => {
      await page.evaluate(`document.documentElement.dataset.ready = ''`);
      await act();
      await page.until(`crossOriginIsolated && document.documentElement.dataset.ready === 'yes'`, 60_000);
    };
    const history = (step) => page.evaluate(`setTimeout(() => history.go(${step}))`);
    await page.open(host.url);
    // A person's reload, as F5 or a pull: unlike location.reload() it may bring back the document that came before.
    for (let i = 0; i < 3; ++i) await again(() => page.send('Page.reload'));
    await again(() => page.send('Page.reload', {ignoreCache: true}));
    await page.send('Page.navigate', {url: `${host.url}icon.svg`});
    await page.until(`location.pathname === '/icon.svg'`);
    await history(-1);
    await page.until(`crossOriginIsolated && document.documentElement.dataset.ready === 'yes'`, 60_000);
    await history(1);
    await page.until(`location.pathname === '/icon.svg'`);
    await history(-1);
    await page.ready();
    await page.evaluate(`location.hash = '#5n,a1'`);
    await page.until(`losange.program.screen() === 1`);
    await page.clickCell('b2');
    await untilStones(page, 2);
    // A tab that was closed before its page was isolated, restored in a browser that has forgotten the site.
    const restored = await browser.page();
    await restored.before(`sessionStorage.getItem('losange-isolating') ?? sessionStorage.setItem('losange-isolating', '1')`);
    await restored.open(host.url);
    await host.stop();
    fs.rmSync(path.dirname(folder), {recursive: true});
  },

  async 'a page that cannot come says why, and what is not needed may be missing'({browser, url}) {
    const told = async (page, pattern) => {
      await page.until(`!document.getElementById('wait').hidden && ${pattern}.test(document.getElementById('told').textContent)`);
      assert.equal(await page.evaluate(`getComputedStyle(document.getElementById('progress')).display`), 'none'); // nothing comes any more
    };
    const old = await browser.page();
    await old.before(`WebAssembly.validate = () => false`);
    await old.send('Page.navigate', {url});
    await told(old, '/SIMD/');

    const forgetful = await browser.page();
    await forgetful.before(`Object.defineProperty(globalThis, 'sessionStorage', {get() { throw new Error('not here'); }})`);
    await forgetful.before('delete globalThis.AudioContext');
    await forgetful.open(`${url}#5n,a1`);
    await forgetful.clickCell('c3');
    await untilStones(forgetful, 2);
    assert.deepEqual(forgetful.errors, []);

    const {folder, host} = await exported();
    fs.rmSync(path.join(folder, 'fonts'), {recursive: true, force: true});
    const worker = path.join(folder, 'service-worker.js'), files = fs.readFileSync(worker, 'utf8');
    fs.writeFileSync(worker, files.replace(/, 'fonts\/[^']*'/g, ''));
    const weights = path.join(folder, 'models', 'draughts-english-8.weights'), bytes = fs.readFileSync(weights);
    fs.rmSync(weights);
    const page = await browser.page();
    await page.send('Page.navigate', {url: host.url});
    await told(page, '/did not come whole/');
    fs.writeFileSync(weights, bytes);
    await page.evaluate(`document.getElementById('again').click()`);
    await page.ready();
    await host.stop();
    fs.rmSync(path.dirname(folder), {recursive: true});

    const scriptless = await browser.page();
    await scriptless.send('Emulation.setScriptExecutionDisabled', {value: true});
    await scriptless.send('Page.navigate', {url});
    await scriptless.until(`/allow scripts/.test(document.elementFromPoint(40, 40)?.textContent)`);
  },

  async 'a new version comes when no page runs the old one'({browser}) {
    const {folder, host} = await exported();
    const licence = path.join(folder, 'LICENSE'), worker = path.join(folder, 'service-worker.js');
    const page = await browser.page();
    await page.open(host.url);
    await page.until(`navigator.serviceWorker.controller && caches.keys().then((all) => all.length === 1)`);
    fs.appendFileSync(licence, 'new');
    fs.writeFileSync(worker, fs.readFileSync(worker, 'utf8').replace('const FILES', '// new\nconst FILES').replace(/(OURS\}.)/, '$1new'));
    const isNew = (one) => one.evaluate(`fetch('LICENSE').then((answer) => answer.text()).then((text) => text.endsWith('new'))`);
    const second = await browser.page({person: page.person});
    await second.open(host.url);
    assert.equal(await isNew(second), false); // the first one still runs
    assert.equal(await isNew(page), false);
    await browser.closePage(second);
    // A page that begins waits for the new version, but not for long: the next one has it.
    for (const end = Date.now() + 120_000; !await isNew(page);) {
      assert.ok(Date.now() < end, 'the new version never came');
      await page.leave();
      await page.open(host.url);
    }
    await page.until(`caches.keys().then((all) => all.length === 1)`);
    await host.stop();
    fs.rmSync(path.dirname(folder), {recursive: true});
  },
};
