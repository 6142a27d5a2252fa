// Those who write another language, use no mouse, or hear the page.
'use strict';
const assert = require('node:assert/strict');
const {stones, untilStones} = require('../support.js');

module.exports = {
  async 'in French, without motion, by the keyboard alone'({browser, url}) {
    const page = await browser.page({language: 'fr-FR'});
    await page.send('Emulation.setEmulatedMedia', {features: [{name: 'prefers-reduced-motion', value: 'reduce'}]});
    await page.open(`${url}#5n,`);
    assert.equal(await page.evaluate('document.documentElement.lang'), 'fr');
    await page.key('Escape');
    assert.ok(await page.widget('Nouvelle partie'));
    assert.ok(!(await page.widgets()).some(({id}) => id === 'menu.quit')); // a page is closed with its tab
    await page.key('Escape');
    // The board is reached by Tab; Enter plays.
    for (let i = 0; i < 40 && await stones(page) === 0; ++i) {
      await page.key('Tab');
      await page.key('ArrowUp');
      if (await page.evaluate(`losange.program.heard_move() === ''`)) await page.key('Enter', 'Enter', '\r');
      await page.rested();
    }
    assert.equal(await stones(page), 1);
  },

  async 'what no browser can start is not offered'({browser, url}) {
    const page = await browser.page();
    await page.open(url);
    await page.click('start.settings');
    const ids = (await page.widgets()).map(({id}) => id).filter((id) => /^settings.page/.test(id));
    assert.deepEqual(ids, ['settings.page.0', 'settings.page.1', 'settings.page.2']);
  },

  async 'keys of all keyboards, and none of the browser'({browser, url}) {
    const page = await browser.page();
    await page.open(`${url}#5n,a1`);
    const taken = (key, more = {}) => page.evaluate(`!dispatchEvent(new KeyboardEvent('keydown',
        ${JSON.stringify({key, bubbles: true, cancelable: true, ...more})}))`);
    for (const letter of 'zscoeax') assert.equal(await taken(letter, {ctrlKey: true}), true, `Ctrl+${letter}`);
    await page.key('Escape'); // the file dialog
    for (const letter of 'rtwlnfpdhjk') assert.equal(await taken(letter, {ctrlKey: true}), false, `Ctrl+${letter}`);
    // AltGr, as Windows tells it, writes the third sign of a key.
    assert.equal(await taken('#', {ctrlKey: true, altKey: true, modifierAltGraph: true}), true);
    assert.equal(await taken('d', {altKey: true}), false);
    assert.equal(await taken('z', {metaKey: true}), false); // of the desktop, but on a Mac
    const told = (await page.widgets()).map(({name}) => name).join(' ');
    assert.match(told, /Ctrl\+Y/);
    assert.doesNotMatch(told, /Ctrl\+[NRL]/);
    const turned = (ctrlKey) => page.evaluate(`!document.getElementById('place').dispatchEvent(new WheelEvent('wheel',
        {ctrlKey: ${ctrlKey}, deltaY: 100, cancelable: true}))`);
    assert.deepEqual([await turned(false), await turned(true)], [true, false]); // the browser enlarges
  },

  async 'who wants the dark gets it, around the page too, until a theme is chosen'({browser, url}) {
    const page = await browser.page();
    await page.send('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value: 'dark'}]});
    await page.open(url);
    await page.rested();
    const dark = await page.evaluate(`losange.program.ground() < 0x404040`);
    assert.equal(dark, true);
    const around = () => page.evaluate(`(() => {
      const [x, y, z] = losange.context.getImageData(0, 0, 1, 1).data, color = \`rgb(\${x}, \${y}, \${z})\`;
      return [document.documentElement, document.body].every((place) => getComputedStyle(place).backgroundColor === color);
    })()`);
    assert.equal(await around(), true);
    await page.click('start.settings');
    await page.click('settings.theme.0');
    await page.rested();
    await page.reload();
    await page.rested();
    assert.equal(await page.evaluate(`losange.program.ground() > 0xc0c0c0`), true);
    assert.equal(await around(), true);
  },

  async 'a mouse that is let go outside the page is heard'({browser, url}) {
    const page = await browser.page();
    await page.open(url);
    await page.click('start.settings');
    await page.click('settings.page.2');
    const slider = (await page.widgets()).find(({kind}) => kind === 'slider');
    const [x, y] = [slider.x + slider.width / 2, slider.y + slider.height / 2];
    await page.evaluate(`addEventListener('pointerdown', ({pointerId}) => { globalThis.pressed = pointerId; })`);
    // The protocol lets go nowhere outside: that the page would be told is what the browser says of the pointer.
    const followed = () => page.evaluate(`document.getElementById('place').hasPointerCapture(pressed)`);
    await page.mouse('mouseMoved', x, y);
    await page.mouse('mousePressed', x, y, 1);
    assert.equal(await followed(), true);
    await page.mouse('mouseReleased', x, y);
    assert.equal(await followed(), false);
  },

  async 'what takes several keys is written in a field, by the mouse or by keys alone'({browser, url}) {
    const page = await browser.page();
    await page.open(`${url}#5n,a1`);
    const written = async () => (await page.widget('comment')).text;
    const circumflexAndE = async () => {
      await page.send('Input.imeSetComposition', {text: '^', selectionStart: 1, selectionEnd: 1});
      await page.send('Input.insertText', {text: 'ê'});
    };
    await page.click('comment');
    await circumflexAndE();
    assert.equal(await written(), 'ê');
    for (const sign of 'tre ') await page.key(sign, '', sign);
    await page.key('Backspace');
    assert.equal(await written(), 'être');
    await page.key('Enter', 'Enter', '\r');
    await page.key('b', 'KeyB', 'b');
    await circumflexAndE();
    assert.equal(await written(), 'êtreê');
    await page.key('Escape');
    await page.key('s', 'KeyS', 's'); // nothing is written any more
    assert.equal(await written(), 'êtreê');
  },

  async 'the keys of a Mac'({browser, url}) {
    const page = await browser.page();
    await page.send('Emulation.setUserAgentOverride', {userAgent: 'Mac', platform: 'MacIntel'});
    await page.open(`${url}#5n,a1`);
    await page.clickCell('b2');
    await untilStones(page, 2);
    const press = (key, more) => page.evaluate(`!dispatchEvent(new KeyboardEvent('keydown',
        ${JSON.stringify({key, bubbles: true, cancelable: true, ...more})}))`);
    assert.equal(await press('r', {metaKey: true}), false);
    assert.equal(await press('z', {metaKey: true}), true);
    await page.until(`location.hash === '#5n,a1,b2'`);
    assert.equal(await press('#', {altKey: true}), true); // the third sign of a key
  },

  async 'the screen is filled and left as the browser says'({browser, url}) {
    const page = await browser.page();
    await page.open(`${url}#5n,a1`);
    await page.key('F11');
    await page.until('document.fullscreenElement');
    const untilSetting = async (on) => {
      await page.rested();
      await page.click('bar.47'); // the settings
      await page.until(`JSON.parse(losange.program.heard_widgets()).find(({id}) => id === 'settings.fullscreen')?.on === ${on}`);
      await page.key('Escape');
      await page.rested();
    };
    await untilSetting(true);
    await page.evaluate('document.exitFullscreen()');
    await page.until('!document.fullscreenElement');
    await untilSetting(false);
    // One that was left while it filled the screen comes back in its tab, and stays there.
    await page.key('F11');
    await page.until('document.fullscreenElement');
    await page.rested();
    await page.reload();
    await page.key('s', 'KeyS', 's'); // any setting
    await page.rested();
    assert.equal(await page.evaluate('document.fullscreenElement'), null);
    await untilSetting(false);
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

  async 'a screen reader plays the engine, from the first page to the result'({browser, url}) {
    const page = await browser.page();
    await page.open(url);
    const button = (label) => `[...document.querySelectorAll('#heard button')].find((b) => b.getAttribute('aria-label') === ${JSON.stringify(label)})`;
    const press = async (label) => {
      await page.until(button(label));
      await page.evaluate(`${button(label)}.click()`);
    };
    await press('New game');
    await press('7');
    for (let i = 0; i < 3; ++i) await press('−');
    await press('Start');
    const cells = `[...document.querySelectorAll('#heard .board button')].map((b) => b.getAttribute('aria-label'))`;
    await page.until(`${cells}.length === 16`);
    const live = () => page.evaluate(`document.getElementById('live').textContent`);
    for (let turns = 0; !/wins/.test(await live()); ++turns) {
      assert.ok(turns < 16, 'the game never ends');
      const taken = (await page.evaluate(cells)).filter((cell) => cell.includes(',')).length;
      const free = (await page.evaluate(cells)).find((cell) => !cell.includes(','));
      if (free === undefined) break; // the game has ended since it was asked
      await press(free);
      await page.until(`${cells}.filter((cell) => cell.includes(',')).length >= ${taken} + 2 ||
          /wins/.test(document.getElementById('live').textContent)`);
    }
    await page.until(`/^(Red|Blue) [a-d][1-4]\\. (Red|Blue) wins/.test(document.getElementById('live').textContent)`);
  },

  async 'nothing that is heard lacks a name'({browser, url}) {
    const page = await browser.page();
    await page.send('Accessibility.enable');
    const nameless = async (where) => {
      await page.rested();
      const {nodes} = await page.send('Accessibility.getFullAXTree');
      const used = nodes.filter(({ignored, role}) => !ignored && ['button', 'textbox', 'slider', 'group'].includes(role?.value));
      assert.ok(used.length > 0, where);
      assert.deepEqual(used.filter(({name}) => !name?.value).map(({role}) => `${where}: a ${role.value}`), []);
    };
    await page.open(url);
    await nameless('start');
    for (const dialog of ['start.new', 'start.settings', 'start.open', 'start.library', 'start.help']) {
      await page.click(dialog);
      await nameless(dialog);
      await page.key('Escape');
    }
    await page.evaluate(`location.hash = '#5n,a1b2'`);
    await page.until('losange.program.screen() === 1');
    await nameless('game');
    await page.key('Escape');
    await nameless('menu');
  },
};
