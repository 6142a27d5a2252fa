// What outlasts a page and what leaves it: files, reloads, tabs, links.
'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const {sleep} = require('../browser.js');
const {stones, untilStones} = require('../support.js');

module.exports = {
  async 'save, and load again'({browser, url}) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'losange-saved-'));
    const page = await browser.page();
    await browser.send('Browser.setDownloadBehavior', {behavior: 'allow', downloadPath: folder, browserContextId: page.person});
    await page.open(`${url}#5n,a1b2c3`);
    await page.key('Escape'); // the menu
    await page.click('Save');
    await page.click('files.act');
    const file = path.join(folder, 'game.sgf');
    for (const end = Date.now() + 120_000; !fs.existsSync(file);) {
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

  async 'saved games are in one place, are renamed and removed, and a picture is not kept'({browser, url}) {
    const page = await browser.page();
    const second = await browser.page({person: page.person});
    for (const one of [page, second]) await one.open(`${url}#5n,a1b2c3`);
    const openSave = async () => {
      await page.key('Escape'); // the menu
      await page.click('Save');
    };
    await openSave();
    assert.deepEqual((await page.widgets()).filter(({id}) => id === 'files.up'), []);
    await page.click('files.act');
    await page.until(`losange.program.notice() === 'Saved in this browser and downloaded as game.sgf'`);
    await page.rested();
    const exists = (name) => `losange.module.FS.analyzePath('/games/${name}').exists`;
    await second.until(exists('game.sgf'));
    await page.key('Escape');
    await page.click('Open');
    await page.click('files.rename.game.sgf');
    await page.evaluate(`for (const letter of 'mine') losange.program.typed(letter.codePointAt(0))`);
    await page.click('files.act');
    await page.rested();
    await second.until(`${exists('mine.sgf')} && !${exists('game.sgf')}`);
    await page.reload();
    assert.deepEqual(await page.evaluate(`[${exists('mine.sgf')}, ${exists('game.sgf')}]`), [true, false]);
    await page.key('Escape');
    await page.click('Open');
    await page.click('files.remove.mine.sgf');
    await sleep(600); // a double click is one wish
    await page.click('files.remove.mine.sgf');
    await page.rested();
    await second.until(`!${exists('mine.sgf')}`);
    await page.key('Escape');
    await page.key('Escape');
    await page.click((await page.widgets()).find(({name}) => /SVG/.test(name)).id);
    await page.until(`/^Downloaded as .*svg$/.test(losange.program.notice())`);
    await page.rested();
    await page.reload();
    assert.deepEqual(await page.evaluate(`losange.module.FS.readdir('/games')`), ['.', '..']);
  },

  async 'a browser that refuses the clipboard is not believed'({browser, url}) {
    const page = await browser.page();
    for (const name of ['clipboard-write', 'clipboard-read'])
      await browser.send('Browser.setPermission', {permission: {name}, setting: 'denied', origin: new URL(url).origin, browserContextId: page.person});
    await page.open(`${url}#5n,a1b2`);
    await page.key('Escape');
    await page.click((await page.widgets()).find(({name}) => /^Copy HexWorld link/.test(name)).id);
    await page.until(`document.getElementById('copy').open`);
    assert.match(await page.evaluate(`document.getElementById('copy-told').textContent`), /refused to copy/);
    const shown = `document.getElementById('copy-text')`;
    assert.match(await page.evaluate(`${shown}.value`), /hexworld\.org\/board\/#5n,a1b2/);
    assert.equal(await page.evaluate(`document.activeElement === ${shown} && ${shown}.selectionEnd - ${shown}.selectionStart === ${shown}.value.length`), true);
    await page.key('a', 'KeyA', 'a'); // goes to the text, and not to the game
    await page.evaluate(`document.getElementById('copy-close').click()`);
    assert.equal(await page.evaluate('losange.program.analysing()'), 0);
    await page.key('Escape');
    await page.click((await page.widgets()).find(({name}) => /^Paste/.test(name)).id);
    await page.until(`/refused to read the clipboard/.test(losange.program.notice())`);
  },

  async 'an analysis that ran goes on after a reload'({browser, url}) {
    const page = await browser.page();
    await page.open(`${url}#5n,a1b2`);
    await page.click('analyse');
    await page.rested().catch(() => {});
    await page.until(`sessionStorage.getItem('losange-analysing') === 'yes'`);
    await page.reload();
    assert.equal(await page.evaluate('losange.program.analysing()'), 1);
    await page.click('analyse');
    await page.until(`sessionStorage.getItem('losange-analysing') === ''`);
    await page.reload();
    assert.equal(await page.evaluate('losange.program.analysing()'), 0);
  },

  async 'a reload keeps the game, and a second tab does not destroy it'({browser, url}) {
    const page = await browser.page();
    await page.open(`${url}#5n,`);
    await page.clickCell('a1');
    await page.clickCell('b2');
    await untilStones(page, 2);
    await page.rested();
    await page.leave();
    await page.open(url);
    await page.click('start.continue');
    await untilStones(page, 2);
    await page.clickCell('d4');
    await untilStones(page, 3);
    await page.until(`location.hash === '#5n,a1b2d4'`);
    await page.reload();
    await untilStones(page, 3);
    await page.click('navigate.18'); // one move back: HexWorld's form has what followed too
    await page.until(`location.hash === '#5n,a1b2,d4'`);
    // Another tab of the same person goes on from it, in its own way.
    const second = await browser.page({person: page.person});
    await second.open(url);
    await second.click('start.continue');
    await second.clickCell('c3');
    await untilStones(second, 3);
    await second.rested();
    await browser.closePage(second);
    await page.leave();
    await page.open(url);
    await page.click('start.continue');
    await untilStones(page, 2);
    assert.equal((await page.cell('c3')).state, '');
  },

  async 'tabs undo nothing of each other: settings and saved games'({browser, url}) {
    const page = await browser.page(), second = await browser.page({person: page.person});
    for (const one of [page, second]) await one.open(`${url}#5n,a1`);
    const kept = `losange.module.FS.readFile('/config/losange/window.json', {encoding: 'utf8'})`;
    const setting = async (one, key) => {
      await one.key(key);
      await one.rested();
    };
    await setting(page, 's'); // no sound
    await second.until(`losange.module.FS.analyzePath('/config/losange/window.json').exists && ${kept}.includes('"mute": true')`);
    const before = await second.evaluate(kept);
    await setting(second, 'r'); // the board is turned
    await page.evaluate(`losange.module.FS.writeFile('/games/one.sgf', '(;GM[11]SZ[5];B[a1])'), losange.storage.keep(losange.module.FS)`);
    await second.until(`losange.module.FS.analyzePath('/games/one.sgf').exists`);
    assert.equal(await second.evaluate('losange.storage.changed.size'), 0); // it is the other's to keep
    const third = await browser.page({person: page.person});
    await third.open(url);
    const settings = JSON.parse(await third.evaluate(kept));
    assert.equal(settings.mute, true);
    assert.notEqual(settings.orientation, JSON.parse(before).orientation);
  },

  async 'a page that is left in the moment of a move keeps it'({browser, url}) {
    const page = await browser.page();
    await page.open(`${url}#5n,a1`);
    await page.rested();
    const {x, y} = await page.cell('b2');
    await page.evaluate(`losange.heard.click(${x}, ${y}), document.documentElement.dataset.ready = '', location.reload()`);
    await page.ready();
    await untilStones(page, 2);
  },

  async 'all that is kept comes back, from folders too, and a new tab is offered the game'({browser, url}) {
    const page = await browser.page();
    await page.open(`${url}#5n,a1b2`);
    await page.rested();
    const write = (path) => page.evaluate(`(() => {
      const {FS} = losange.module;
      FS.mkdirTree(${JSON.stringify(path)}.replace(/\\/[^/]*$/, ''));
      FS.writeFile(${JSON.stringify(path)}, 'something');
      losange.storage.keep(FS);
      return losange.storage.writing;
    })()`);
    const files = ['/data/losange/swap-maps/hex-5-zero.txt', '/games/of a club/one.txt'];
    for (const file of files) await write(file);
    for (const next of [page, await browser.page({person: page.person})]) {
      await next.open(url);
      for (const file of files) assert.equal(await next.evaluate(`losange.module.FS.analyzePath('${file}').exists`), true, file);
      await next.click('start.continue');
      await untilStones(next, 2);
    }
  },

  async 'only what changed is looked at'({browser, url}) {
    const page = await browser.page();
    await page.open(`${url}#5n,a1b2`);
    await page.rested();
    await page.evaluate(`(() => {
      const {FS} = losange.module;
      globalThis.looked = [];
      for (const look of ['stat', 'readdir', 'readFile', 'analyzePath']) {
        const asked = FS[look];
        FS[look] = (path, ...more) => {
          looked.push(path);
          return asked(path, ...more);
        };
      }
    })()`);
    const seen = (act) => page.evaluate(`(() => {
      const {FS} = losange.module;
      losange.storage.keep(FS);
      looked.length = 0;
      ${act};
      losange.storage.keep(FS);
      return [...new Set(looked)];
    })()`);
    assert.deepEqual(await seen(''), []);
    assert.deepEqual(await seen(`FS.writeFile('/games/one.sgf', 'a game')`), ['/games/one.sgf']);
    assert.deepEqual(await seen(`FS.writeFile('/games/two.sgf.part', ''), FS.rename('/games/two.sgf.part', '/games/two.sgf')`), ['/games/two.sgf']);
    assert.deepEqual(await seen(`FS.writeFile('/data/losange/models/other', 'brought by the site')`), []);
  },

  async 'a file that is too large, or none, is refused with a word'({browser, url}) {
    const page = await browser.page();
    await page.open(`${url}#5n,a1`);
    const drop = (file) => page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(${file});
      dispatchEvent(new DragEvent('drop', {dataTransfer, cancelable: true}));
    })()`);
    await drop(`new File([new Uint8Array((64 << 20) + 1)], 'huge.sgf')`);
    await page.until(`/^huge.sgf is larger than 64 MiB/.test(losange.program.notice())`);
    await page.until(`/^huge.sgf is larger/.test(document.getElementById('live').textContent)`);
    await drop(`new File([''], 'empty.sgf')`);
    await page.until(`/^empty.sgf is empty/.test(losange.program.notice())`);
    await drop(`Object.assign(new File(['something'], 'folder'), {arrayBuffer: () => Promise.reject(new Error('a folder'))})`);
    await page.until(`/cannot be read/.test(losange.program.notice())`);
    await drop(`new File(['(;GM[11]SZ[5];B[a1];W[b2];B[c3])'], 'game.sgf')`);
    await untilStones(page, 3);
    const old = '(;GM[11]SZ[5]PB[Andr\\xe9];B[a1];W[b2])'; // in Latin-1, as games once were
    await drop(`new File([Uint8Array.from('${old}', (sign) => sign.charCodeAt(0))], 'old.sgf')`);
    await untilStones(page, 2);
    await page.until(`losange.module.FS.readFile('/data/losange/window.sgf', {encoding: 'utf8'}).includes('Andr\\u00e9')`);
  },

  async 'a word of any length is shown, and the page goes on'({browser, url}) {
    const page = await browser.page();
    await page.open(url);
    await page.evaluate(`losange.openText('(;GM[11]SZ[5];B[a1]C[' + 'x'.repeat(100_000) + '])')`);
    await untilStones(page, 1);
    await page.clickCell('c3');
    await untilStones(page, 2);
  },

  async 'every game is in the library of the next visit, until it is taken out'({browser, url}) {
    const page = await browser.page();
    await page.open(`${url}#5n,a1b2`);
    await page.clickCell('c3');
    await page.evaluate(`location.hash = '#4n,a1b2'`);
    await page.until(`JSON.parse(losange.program.heard_widgets()).find((w) => w.id === 'board').cells.length === 16`);
    await page.clickCell('c3');
    await untilStones(page, 3);
    await page.rested();
    const listed = async (one) => {
      await one.open(url);
      await one.click('start.library');
      return (await one.widgets()).filter(({id}) => id.startsWith('library.game.')).length;
    };
    const second = await browser.page({person: page.person});
    await page.leave();
    assert.equal(await listed(second), 2);
    const {id} = (await second.widgets()).find((widget) => widget.id.startsWith('library.remove.'));
    await second.click(id);
    await sleep(600); // a double click is one wish
    await second.click(id); // yes, for good
    await second.until(`JSON.parse(losange.program.heard_widgets()).filter((w) => w.id.startsWith('library.game.')).length === 1`);
    await second.rested();
    await second.leave();
    assert.equal(await listed(page), 1);
  },

  async 'endings of draughts are solved in the background, once for all visits'({browser, url}) {
    const page = await browser.page();
    const file = '/data/losange/endings/english-8-4.endings';
    const begin = async () => {
      await page.open(url);
      await page.click('start.new');
      await page.click('new.game.1');
      await page.click('new.variant.1');
      await page.click('new.start');
      await page.click('analyse');
      await page.until(`JSON.parse(losange.program.heard_widgets()).some((w) => w.id === 'line.0')`);
    };
    const written = `losange.module.FS.analyzePath('${file}').exists && losange.module.FS.stat('${file}').mtime.getTime()`;
    await begin();
    const longest = Math.max(...await page.tasks(() => page.until(written, 200_000)));
    assert.ok(longest < 50, `a task of ${longest} ms while endings are solved`);
    const time = await page.evaluate(written);
    await page.until(`new Promise((resolve) => {
      losange.storage.endings.transaction('files').objectStore('files').count().onsuccess = ({target}) => resolve(target.result === 1);
    })`);
    await page.leave();
    await begin();
    await sleep(2_000);
    assert.equal(await page.evaluate(written), time);
  },

  async 'links in and out'({browser, url}) {
    const page = await browser.page();
    await page.open(`${url}#6n`); // as an empty board is written
    assert.equal((await page.widget('board')).cells.length, 36);
    await page.leave();
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
};
