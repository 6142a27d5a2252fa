// The page in a real browser: Debian's Chromium, driven by browser.js. usage: node page_test.js LOSANGE SITE [PATTERN]
// LOSANGE is the native program, which serves SITE. LOSANGE_UPDATE_GOLDEN=1 writes the pictures' averages anew;
// LOSANGE_PICTURES=FOLDER keeps screenshots.
'use strict';
const assert = require('node:assert/strict');
const {spawn} = require('node:child_process');
const fs = require('node:fs');
const http = require('node:http');
const os = require('node:os');
const path = require('node:path');
const {Browser, sleep} = require('./browser.js');

const [program, site, pattern = '.'] = process.argv.slice(2);
const pictures = process.env.LOSANGE_PICTURES;
if (!fs.existsSync(path.join(site, 'losange.wasm'))) {
  console.log('the page is not built');
  process.exit(77);
}

class Server {
  static async start(command, args, ready) {
    const server = new Server();
    server.process = spawn(command, args, {stdio: ['ignore', 'pipe', 'pipe']});
    let said = '';
    server.url = await new Promise((resolve, reject) => {
      const hear = (data) => {
        said += data;
        const url = ready.exec(said);
        if (url) resolve(url[1]);
      };
      server.process.stdout.on('data', hear);
      server.process.stderr.on('data', hear);
      server.process.on('exit', () => reject(new Error(`the server ended: ${said}`)));
    });
    return server;
  }
  stop() {
    const ended = new Promise((resolve) => this.process.on('exit', resolve));
    this.process.kill('SIGTERM');
    return ended;
  }
}
const serve = () => Server.start(program, ['web', '--site', site, '--port', '0', '--no-browser'], /^(http:\/\/\S+\/)\n/m);

// The page as `losange web --export` writes it, from a host that knows nothing of it.
async function exported() {
  const folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'losange-site-')), 'site');
  const exporting = spawn(program, ['web', '--site', site, '--export', folder], {stdio: 'ignore'});
  assert.equal(await new Promise((resolve) => exporting.on('exit', resolve)), 0);
  const host = await Server.start('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', folder],
      /\((http:\/\/\S+\/)\)/);
  return {folder, host};
}

// A request as no browser would send it: the path goes out as it is.
function request(url, rawPath, headers = {}, method = 'GET') {
  const {hostname, port} = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = http.request({hostname, port, path: rawPath, headers, method}, (answer) => {
      let body = '';
      answer.on('data', (data) => { body += data; });
      answer.on('end', () => resolve({status: answer.statusCode, headers: answer.headers, body}));
    });
    asked.on('error', reject);
    asked.end();
  });
}

const stones = async (page) => (await page.widget('board')).cells.filter(([, state]) => state !== '').length;
const untilStones = async (page, count) => {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(40)) if (await stones(page) >= count) return;
  assert.fail(`never ${count} stones`);
};
const over = (page) => page.evaluate(`/wins|gagne|Draw/.test(losange.program.heard_move())`);

// Averages over a grid of 32 by 20: a missing board, panel or dialog is seen, another way to draw letters is not.
const AVERAGES = `(() => {
  const canvas = document.getElementById('canvas'), small = new OffscreenCanvas(32, 20), context = small.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, 0, 0, 32, 20);
  return [...context.getImageData(0, 0, 32, 20).data].filter((_, i) => i % 4 !== 3);
})()`;
const largest = (a, b) => Math.max(...a.map((value, i) => Math.abs(value - b[i])));
const MOST_OFF = 10; // of 255, of one average; a stone more is some 100
async function compare(page, name) {
  await sleep(300); // what moves has come to rest
  if (pictures) await page.screenshot(path.join(pictures, `${name}.png`));
  const file = path.join(__dirname, 'golden', `${name}.json`), now = await page.evaluate(AVERAGES);
  if (process.env.LOSANGE_UPDATE_GOLDEN) fs.writeFileSync(file, `${JSON.stringify(now)}\n`);
  const off = largest(now, JSON.parse(fs.readFileSync(file, 'utf8')));
  assert.ok(off <= MOST_OFF, `${name} looks different: ${off} of 255`);
}

const tests = {
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
    // Its port is its own.
    const {port} = new URL(url);
    await assert.rejects(Server.start(program, ['web', '--site', site, '--port', port, '--no-browser'], /^(http:\/\/\S+\/)\n/m),
        /another --port or --address/);
  },

  async 'a whole game of Hex against the engine, by clicks'({browser, url}) {
    const page = await browser.page();
    await page.open(url);
    await compare(page, 'start');
    await page.click('start.new');
    await compare(page, 'new-game');
    for (let i = 0; i < 4; ++i) await page.click(i === 0 ? 'new.size.0' : 'new.smaller'); // 7, 6, 5, 4
    await page.click('seat.1.level.0');
    await page.click('new.start');
    let count = 0;
    for (; !await over(page); count += 2) {
      const before = await stones(page);
      const [name] = (await page.widget('board')).cells.find(([, state]) => state === '');
      await page.clickCell(name);
      for (const end = Date.now() + 30_000; await stones(page) < before + 2 && !await over(page);) {
        assert.ok(Date.now() < end, 'the engine never answered');
        await sleep(40);
      }
    }
    assert.ok(count >= 4);
    assert.ok(await page.widget('victory.again'));
    assert.deepEqual(page.errors, []);
    assert.deepEqual(page.requests.filter((asked) => !asked.startsWith(url) && !asked.startsWith('blob:') && !asked.startsWith('data:')), []);
  },

  async 'a whole game by touch on a phone, and swipes through it'({browser, url}) {
    const page = await browser.page({width: 390, height: 844, ratio: 3, touch: true});
    await page.open(`${url}#4n,`);
    await compare(page, 'phone');
    const empty = await page.evaluate(AVERAGES);
    for (const cell of ['b1', 'a1', 'b2', 'a2', 'b3']) await page.tapCell(cell);
    await untilStones(page, 5);
    await sleep(300);
    assert.ok(largest(empty, await page.evaluate(AVERAGES)) > 3 * MOST_OFF, 'stones change the picture');
    const board = await page.widget('board'), y = board.y + board.height - 4;
    await page.swipe([board.x + 40, y], [board.x + 120, y]); // to the right: back
    await page.until(`losange.program.heard_move() === 'Blue a2' || losange.program.heard_move() === 'Red b2'`);
    await page.swipe([board.x + 200, y], [board.x + 40, y]); // to the left: forward, to the end
    await untilStones(page, 5);
    for (const cell of ['a3', 'b4']) await page.tapCell(cell);
    await page.until(`/Red wins/.test(losange.program.heard_move())`);
    await page.tapCell('d4'); // over is over
    assert.equal(await stones(page), 7);
  },

  async 'what is touched is large enough'({browser, url}) {
    const page = await browser.page({width: 360, height: 640, ratio: 2, touch: true});
    await page.open(`${url}#7n,a1b2`);
    for (const widget of await page.widgets()) {
      assert.ok(widget.x >= -1 && widget.x + widget.width <= 361 && widget.y + widget.height <= 641, `${widget.id} is outside`);
      if (widget.kind !== 'button' || /^(tree|graph|line|mistake)\./.test(widget.id)) continue;
      assert.ok(widget.width >= 43.5 && widget.height >= 43.5, `${widget.id} is ${widget.width} x ${widget.height}`);
    }
    if (pictures) await page.screenshot(path.join(pictures, 'small-phone.png'));
  },

  async 'a finger that rests shows, and does not play'({browser, url}) {
    const page = await browser.page({width: 390, height: 844, ratio: 2, touch: true});
    await page.open(`${url}#5n,`);
    const {x, y} = await page.cell('c3');
    await page.touch('touchStart', [x, y]);
    await sleep(700);
    await page.touch('touchEnd');
    await sleep(100);
    assert.equal(await stones(page), 0);
    // Two fingers enlarge, and a tap goes where it is seen.
    await page.touch('touchStart', [x - 20, y], [x + 20, y]);
    for (let i = 1; i <= 5; ++i) await page.touch('touchMove', [x - 20 - 8 * i, y], [x + 20 + 8 * i, y]);
    await page.touch('touchEnd');
    assert.ok(await page.evaluate('losange.view.scale') > 2);
    await page.tapAt(x, y);
    await untilStones(page, 1);
    assert.equal((await page.cell('c3')).state, 'Red');
  },

  async 'a capture of draughts'({browser, url}) {
    const page = await browser.page();
    await page.open(`${url}#W:W28,45:B22,2`);
    assert.equal((await page.cell('22')).state, 'Black');
    await page.clickCell('28');
    await page.clickCell('17');
    await page.until(`/28x17/.test(losange.program.heard_move())`);
    assert.equal((await page.cell('22')).state, '');
    assert.equal((await page.cell('17')).state, 'White');
    await compare(page, 'draughts');
  },

  async 'analysis, while the page stays free'({browser, url}) {
    const page = await browser.page();
    await page.open(`${url}#11n,f6`);
    const longestOf = async (during) => Math.max(...await page.tasks(during));
    // What would block the page is seen.
    const busy = 'new Promise((done) => setTimeout(() => { let x = 0; for (let i = 0; i < 4e8; ++i) x += i; done(x); }))';
    assert.ok(await longestOf(async () => {
      await page.evaluate(busy);
      await sleep(200);
    }) > 50, 'a busy page is not seen');
    const longest = await longestOf(async () => {
      await page.click('analyse');
      await page.until(`JSON.parse(losange.program.heard_widgets()).some((w) => w.id === 'line.0')`, 60_000);
      await sleep(3_000);
    });
    console.log(`  longest task of the page's thread while analysing: ${longest.toFixed(1)} ms`);
    assert.ok(longest > 0 && longest < 50, `${longest} ms`);
    if (pictures) await page.screenshot(path.join(pictures, 'analysis.png'));
  },

  async 'save, and load again'({browser, url}) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'losange-saved-'));
    const page = await browser.page();
    await browser.send('Browser.setDownloadBehavior', {behavior: 'allow', downloadPath: folder, browserContextId: page.person});
    await page.open(`${url}#5n,a1b2c3`);
    await page.click('bar.41'); // the menu
    await page.click('menu.3');
    await page.click('files.act');
    const file = path.join(folder, 'game.sgf');
    for (const end = Date.now() + 10_000; !fs.existsSync(file);) {
      assert.ok(Date.now() < end, 'nothing was handed out');
      await sleep(50);
    }
    assert.match(fs.readFileSync(file, 'utf8'), /SZ\[5\]/);
    const other = await browser.page();
    await other.open(url);
    const {root} = await other.send('DOM.getDocument');
    const {nodeId} = await other.send('DOM.querySelector', {nodeId: root.nodeId, selector: '#files'});
    await other.send('DOM.setFileInputFiles', {nodeId, files: [file]});
    await other.until('losange.program.screen() === 1');
    assert.equal(await stones(other), 3);
    fs.rmSync(folder, {recursive: true});
  },

  async 'a reload keeps the game, and a second tab does not destroy it'({browser, url}) {
    const page = await browser.page();
    await page.open(`${url}#5n,`);
    await page.clickCell('a1');
    await page.clickCell('b2');
    await untilStones(page, 2);
    await sleep(600);
    await page.leave();
    await page.open(url);
    await page.click('start.continue');
    await untilStones(page, 2);
    await page.clickCell('d4');
    await untilStones(page, 3);
    await page.until(`location.hash === '#5n,a1b2d4'`);
    await page.send('Page.reload');
    await sleep(200);
    await page.ready();
    await untilStones(page, 3);
    await page.click('bar.9'); // what was played is still there to be taken back; HexWorld's form has what followed too
    await page.until(`location.hash === '#5n,a1b2,d4'`);
    // Another tab of the same person goes on from it, in its own way.
    const second = await browser.page({person: page.person});
    await second.open(url);
    await second.click('start.continue');
    await second.clickCell('c3');
    await untilStones(second, 3);
    await sleep(600);
    await browser.closePage(second);
    await page.leave();
    await page.open(url);
    await page.click('start.continue');
    await untilStones(page, 2);
    assert.equal((await page.cell('c3')).state, '');
  },

  async 'links in and out'({browser, url}) {
    const page = await browser.page();
    await page.open(`${url}#5n,a1b2`);
    assert.equal((await page.cell('b2')).state, 'Blue');
    await page.clickCell('c3');
    await page.until(`location.hash === '#5n,a1b2c3'`);
    await page.evaluate(`location.hash = '#%'`); // what nobody wrote does no harm
    await page.evaluate(`location.hash = '#4n,b2'`);
    await page.until(`JSON.parse(losange.program.heard_widgets()).find((w) => w.id === 'board').cells.length === 16`);
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.setData('text/plain', 'https://hexworld.org/board/#7n,a3c4d5');
      window.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data}));
    })()`);
    await page.until(`location.hash === '#7n,a3c4d5'`);
  },

  async 'in French, without motion, by the keyboard alone'({browser, url}) {
    const page = await browser.page({language: 'fr-FR'});
    await page.send('Emulation.setEmulatedMedia', {features: [{name: 'prefers-reduced-motion', value: 'reduce'}]});
    await page.open(`${url}#5n,`);
    assert.equal(await page.evaluate('document.documentElement.lang'), 'fr');
    await page.key('Escape');
    assert.ok(await page.widget('Nouvelle partie'));
    await page.key('Escape');
    // The board is reached by Tab; Enter plays.
    for (let i = 0; i < 40 && await stones(page) === 0; ++i) {
      await page.key('Tab');
      await page.key('ArrowUp');
      if (await page.evaluate(`losange.program.heard_move() === ''`)) await page.key('Enter', 'Enter', '\r');
      await sleep(30);
    }
    assert.equal(await stones(page), 1);
  },

  async 'a screen reader plays'({browser, url}) {
    const page = await browser.page();
    await page.open(`${url}#4n,`);
    const press = (label) => page.evaluate(`[...document.querySelectorAll('#heard button')].find((b) => b.getAttribute('aria-label') === ${JSON.stringify(label)}).click()`);
    for (const cell of ['b1', 'a1', 'b2', 'a2', 'b3', 'a3', 'b4']) {
      await page.until(`document.querySelector('#heard .board')`);
      await press(cell);
      await page.until(`[...document.querySelectorAll('#heard button')].some((b) => b.getAttribute('aria-label').startsWith('${cell}, '))`);
    }
    await page.until(`/Red wins/.test(document.getElementById('live').textContent)`);
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

(async () => {
  const browser = new Browser(), server = await serve();
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    if (!new RegExp(pattern).test(name)) continue;
    const begin = Date.now();
    try {
      let timer;
      const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error('took more than five minutes')), 300_000); });
      await Promise.race([test({browser, url: server.url}), late]).finally(() => clearTimeout(timer));
      console.log(`ok: ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
    } catch (error) {
      ++failed;
      console.log(`FAILED: ${name}\n${error.stack}`);
    }
    await browser.leave();
  }
  await browser.close();
  await server.stop();
  process.exit(failed === 0 ? 0 : 1);
})();
