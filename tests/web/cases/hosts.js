// Who serves the page: `losange web`, any host of files, and none at all.
'use strict';
const assert = require('node:assert/strict');
const {spawn} = require('node:child_process');
const fs = require('node:fs');
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

  async 'Ctrl-C ends the server and not the browser it opened'() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'losange-opener-'));
    const opened = path.join(folder, 'opened');
    // Told to end it ends well: after a failure the next browser would be tried, the tester's own.
    fs.writeFileSync(path.join(folder, 'xdg-open'), `#!/bin/sh\ntrap 'kill $!; exit 0' TERM\nsleep 60 &
        echo $$ "$1" >${opened}.part && mv ${opened}.part ${opened}\nwait\n`, {mode: 0o755});
    const env = {...process.env, DISPLAY: ':99', PATH: `${folder}:${process.env.PATH}`};
    // In a group of its own, as a shell would start it: Ctrl-C reaches the whole group.
    const server = spawn(program, ['web', '--site', site, '--port', '0'], {detached: true, stdio: 'ignore', env});
    const ended = new Promise((resolve) => server.on('exit', (code, signal) => resolve(signal ?? code)));
    for (const end = Date.now() + 10_000; !fs.existsSync(opened); await sleep(30)) assert.ok(Date.now() < end, 'no browser was opened');
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
    for (const end = Date.now() + 10_000; !/no browser was found/.test(said); await sleep(30)) assert.ok(Date.now() < end, said);
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
    await page.leave();
    await page.open(host.url);
    assert.equal(await isNew(page), true);
    assert.equal(await page.evaluate(`caches.keys().then((all) => all.length)`), 1);
    await host.stop();
    fs.rmSync(path.dirname(folder), {recursive: true});
  },
};
