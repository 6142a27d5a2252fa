// Games by clicks, and their study.
'use strict';
const assert = require('node:assert/strict');
const path = require('node:path');
const {sleep} = require('../browser.js');
const {compare, over, pictures, stones} = require('../support.js');

// Played by the program against itself; men are crowned, and captures go over several pieces.
const ENGLISH_GAME = '9-14 22-18 6-9 25-22 10-15 22-17 15x22 17x10 7x14 26x10 11-16 21-17 8-11 31-26 3-8 17-13 9-14 10-7 11-15 7-3 ' +
  '2-6 23-19 16x23 27x2 8-11 2-7 12-16 24-19 16x23 26x10 11-16 29-25 16-20 10-6 1x10 7x14 4-8 3x12 5-9 14x5 20-24 28x19';

module.exports = {
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
      for (const end = Date.now() + 120_000; await stones(page) < before + 2 && !await over(page);) {
        assert.ok(Date.now() < end, 'the engine never answered');
        await sleep(40);
      }
    }
    assert.ok(count >= 4);
    await page.until(`losange.program.heard_widgets().includes('victory.again')`);
    assert.deepEqual(page.errors, []);
    assert.deepEqual(page.requests.filter((asked) => !asked.startsWith(url) && !asked.startsWith('blob:') && !asked.startsWith('data:')), []);
  },

  async 'a whole game of draughts by hand'({browser, url}) {
    const page = await browser.page();
    await page.open(url);
    await page.click('start.new');
    await page.click('new.game.1');
    await page.click('new.variant.1'); // English: 8x8, Black begins
    await page.click('seat.1.kind.0');
    await page.click('new.start');
    for (const move of ENGLISH_GAME.split(' ')) {
      for (const square of move.split(/[-x]/)) await page.clickCell(square);
      await page.until(`losange.program.heard_move().split('.')[0].endsWith(' ${move}')`);
    }
    assert.match(await page.evaluate('losange.program.heard_move()'), /^White 28x19\. White wins/);
    await page.until(`losange.program.heard_widgets().includes('victory.again')`);
    assert.deepEqual(page.errors, []);
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
      await page.until(`JSON.parse(losange.program.heard_widgets()).some((w) => w.id === 'line.0')`);
      await sleep(3_000);
    });
    console.log(`  longest task of the page's thread while analysing: ${longest.toFixed(1)} ms`);
    assert.ok(longest > 0 && longest < 50, `${longest} ms`);
    if (pictures) await page.screenshot(path.join(pictures, 'analysis.png'));
  },
};
