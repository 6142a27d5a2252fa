// Those who write another language, use no mouse, or hear the page.
'use strict';
const assert = require('node:assert/strict');
const {sleep} = require('../browser.js');
const {stones} = require('../support.js');

module.exports = {
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

  async 'what no browser can start is not offered'({browser, url}) {
    const page = await browser.page();
    await page.open(url);
    await page.click('start.settings');
    const ids = (await page.widgets()).map(({id}) => id).filter((id) => /^settings.page/.test(id));
    assert.deepEqual(ids, ['settings.page.0', 'settings.page.1', 'settings.page.2']);
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
      await sleep(400);
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
