// Drives Debian's Chromium without a screen, over its own protocol on a pipe: no library, nothing to download.
'use strict';
const {spawn} = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

class Browser {
  constructor() {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'losange-browser-'));
    const flags = ['--headless=new', '--remote-debugging-pipe', `--user-data-dir=${this.folder}`,
      '--no-first-run', '--no-default-browser-check', '--disable-gpu', '--hide-scrollbars', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', '--force-color-profile=srgb',
      '--font-render-hinting=none', '--mute-audio'];
    if (process.getuid() === 0) flags.push('--no-sandbox');
    this.process = spawn('chromium', [...flags, 'about:blank'],
        {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
    this.waiting = new Map();
    this.pages = new Map();
    this.persons = [];
    this.number = 0;
    let rest = '';
    this.process.stdio[4].setEncoding('utf8');
    this.process.stdio[4].on('data', (data) => {
      const messages = (rest + data).split('\0');
      rest = messages.pop();
      for (const message of messages) this.take(JSON.parse(message));
    });
    this.process.on('exit', () => {
      for (const {reject} of this.waiting.values()) reject(new Error('the browser ended'));
    });
  }

  take(message) {
    if (message.id === undefined) {
      this.pages.get(message.sessionId)?.hear(message.method, message.params);
      return;
    }
    const {resolve, reject} = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) reject(new Error(message.error.message));
    else resolve(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.number;
    this.process.stdio[3].write(`${JSON.stringify({id, method, params, sessionId})}\0`);
    return new Promise((resolve, reject) => this.waiting.set(id, {resolve, reject}));
  }

  // A person of their own: nothing that others kept is there.
  async person() {
    const {browserContextId} = await this.send('Target.createBrowserContext');
    this.persons.push(browserContextId);
    return browserContextId;
  }

  async page({person, width = 1280, height = 800, ratio = 1, touch = false, language = 'en-GB'} = {}) {
    const browserContextId = person ?? await this.person();
    const {targetId} = await this.send('Target.createTarget', {url: 'about:blank', browserContextId});
    const {sessionId} = await this.send('Target.attachToTarget', {targetId, flatten: true});
    const page = new Page(this, targetId, sessionId);
    this.pages.set(sessionId, page);
    for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await page.send(`${domain}.enable`);
    page.person = browserContextId;
    const {userAgent} = await this.send('Browser.getVersion');
    await page.send('Emulation.setUserAgentOverride', {userAgent, acceptLanguage: language});
    await page.resize(width, height, ratio, touch);
    return page;
  }

  // Closes one page as people close a tab.
  async closePage(page) { await this.send('Target.closeTarget', {targetId: page.target}); }

  // Everybody leaves: pages of one test do not take the next one's time.
  async leave() {
    for (const person of this.persons) await this.send('Target.disposeBrowserContext', {browserContextId: person});
    this.persons = [];
    this.pages.clear();
  }

  async close() {
    await this.send('Browser.close').catch(() => {});
    await new Promise((resolve) => (this.process.exitCode === null ? this.process.on('exit', resolve) : resolve()));
    fs.rmSync(this.folder, {recursive: true, force: true, maxRetries: 10});
  }
}

class Page {
  constructor(browser, target, session) {
    Object.assign(this, {browser, target, session, errors: [], requests: []});
  }
  send(method, params) { return this.browser.send(method, params, this.session); }

  hear(method, params) {
    if (method === 'Runtime.exceptionThrown') this.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === 'Log.entryAdded' && params.entry.level === 'error') this.errors.push(`${params.entry.text} ${params.entry.url ?? ''}`);
    if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
  }

  resize(width, height, ratio = 1, touch = false) {
    return Promise.all([
      this.send('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: ratio, mobile: touch}),
      this.send('Emulation.setTouchEmulationEnabled', {enabled: touch, maxTouchPoints: 5}),
    ]);
  }

  // Runs in every document before its own scripts do.
  before(script) { return this.send('Page.addScriptToEvaluateOnNewDocument', {source: script}); }

  // Opens an address and waits until the program shows its first frame.
  async open(url) {
    await this.send('Page.navigate', {url});
    await this.ready();
  }
  async leave() {
    await this.send('Page.navigate', {url: 'about:blank'});
    await this.until(`location.href === 'about:blank'`);
  }
  async reload() {
    await this.evaluate(`document.documentElement.dataset.ready = '', location.reload()`);
    await this.ready();
  }
  async ready() {
    await this.until(`document.documentElement.dataset.ready === 'yes'`);
    await this.evaluate(`(() => {
      const {program} = losange, {tick} = program;
      globalThis.frames = {ticks: 0, state: 0};
      program.tick = () => (++frames.ticks, frames.state = tick());
    })()`);
  }

  // What was done is drawn, nothing moves any more, and what is to be kept is in the browser's database.
  async rested() {
    const ticks = await this.evaluate('frames.ticks');
    await this.until(`frames.ticks >= ${ticks} + 2 && (frames.state & 2) === 0 && losange.afterDrawing === undefined &&
        losange.storage.changed.size === 0 && losange.storage.writing.then(() => true)`);
  }

  async evaluate(expression) {
    const {result, exceptionDetails} = await this.send('Runtime.evaluate',
        {expression, awaitPromise: true, returnByValue: true, userGesture: true});
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  // Patience is for faults alone: how fast a machine is fails no test.
  async until(condition, patience = 120_000) {
    const end = Date.now() + patience;
    for (;;) {
      const value = await this.evaluate(condition).catch(() => false); // a page that is being replaced answers nothing
      if (value) return value;
      if (Date.now() > end) throw new Error(`never came true: ${condition}`);
      await sleep(30);
    }
  }

  // How long each task of the page's own thread computed, in ms, while `during` ran. Time of the thread and not of the clock:
  // a machine with other work takes the thread away, which is not the page's doing; waiting for a lock of the program is
  // counting in this thread, and is seen.
  async tasks(during) {
    const events = [], hear = this.hear;
    let complete;
    const completed = new Promise((resolve) => { complete = resolve; });
    this.hear = (method, params) => {
      if (method === 'Tracing.dataCollected') events.push(...params.value);
      else if (method === 'Tracing.tracingComplete') complete();
      else hear.call(this, method, params);
    };
    await this.send('Tracing.start', {transferMode: 'ReportEvents', traceConfig: {includedCategories: ['toplevel']}});
    await during();
    await this.send('Tracing.end');
    await completed;
    this.hear = hear;
    const place = (event) => `${event.pid} ${event.tid}`;
    const main = new Set(events.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain').map(place));
    const tasks = events.filter((e) => e.ph === 'X' && e.name.includes('RunTask') && main.has(place(e)));
    return tasks.map((e) => e.tdur / 1000).filter((ms) => ms >= 0); // one that is cut off at an end of the record has none
  }

  // --- The program as it is heard (src/web/heard.h).
  widgets() { return this.evaluate('JSON.parse(losange.program.heard_widgets())'); }
  async widget(name) {
    const is = (w) => w.id === name || w.name === name;
    const found = (await this.widgets()).find(is);
    if (!found) throw new Error(`nothing is called ${name} among ${(await this.widgets()).map((w) => w.id).join(', ')}`);
    return found;
  }
  async center(name) {
    const w = await this.widget(name);
    return [w.x + w.width / 2, w.y + w.height / 2];
  }
  async cell(name) {
    const board = await this.widget('board');
    const [, state, x, y] = board.cells.find(([cell]) => cell === name);
    return {state, x, y};
  }

  // --- What people do.
  async mouse(type, x, y, buttons = 0) {
    await this.send('Input.dispatchMouseEvent', {type, x, y, button: type === 'mouseMoved' ? 'none' : 'left', buttons, clickCount: 1});
  }
  async clickAt(x, y) {
    await this.mouse('mouseMoved', x, y);
    await this.mouse('mousePressed', x, y, 1);
    await this.mouse('mouseReleased', x, y);
  }
  async click(name) { await this.clickAt(...await this.center(name)); }
  async clickCell(name) {
    const {x, y} = await this.cell(name);
    await this.clickAt(x, y);
  }
  async touch(type, ...points) {
    await this.send('Input.dispatchTouchEvent', {type, touchPoints: points.map(([x, y], id) => ({x, y, id}))});
  }
  async tapAt(x, y) {
    await this.touch('touchStart', [x, y]);
    await this.touch('touchEnd');
  }
  async tap(name) { await this.tapAt(...await this.center(name)); }
  async tapCell(name) {
    const {x, y} = await this.cell(name);
    await this.tapAt(x, y);
  }
  async swipe([x, y], [toX, toY]) {
    await this.touch('touchStart', [x, y]);
    for (let i = 1; i <= 8; ++i) await this.touch('touchMove', [x + (toX - x) * i / 8, y + (toY - y) * i / 8]);
    await this.touch('touchEnd');
  }
  async key(key, code = key, text = undefined) {
    const windowsVirtualKeyCode = {Enter: 13, Escape: 27, Tab: 9}[key] ?? key.toUpperCase().charCodeAt(0);
    await this.send('Input.dispatchKeyEvent', {type: text ? 'keyDown' : 'rawKeyDown', key, code, text, windowsVirtualKeyCode});
    await this.send('Input.dispatchKeyEvent', {type: 'keyUp', key, code, windowsVirtualKeyCode});
  }

  async screenshot(file) {
    const {data} = await this.send('Page.captureScreenshot', {format: 'png'});
    fs.writeFileSync(file, Buffer.from(data, 'base64'));
  }
}

module.exports = {Browser, sleep};
