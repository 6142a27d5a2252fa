// The page under fingers, on a phone.
'use strict';
const assert = require('node:assert/strict');
const path = require('node:path');
const {AVERAGES, MOST_OFF, compare, largest, pictures, stones, untilStones} = require('../support.js');

module.exports = {
  async 'a whole game by touch on a phone, and swipes through it'({browser, url}) {
    const page = await browser.page({width: 390, height: 844, ratio: 3, touch: true});
    await page.open(`${url}#4n,`);
    await compare(page, 'phone');
    const empty = await page.evaluate(AVERAGES);
    for (const cell of ['b1', 'a1', 'b2', 'a2', 'b3']) await page.tapCell(cell);
    await untilStones(page, 5);
    await page.rested();
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

  // Every dialog and screen: the tests of the window (Layout). Here, that the page knows of fingers.
  async 'what is touched is large enough, on phones held sideways and on tablets too'({browser, url}) {
    for (const [width, height] of [[360, 640], [844, 390], [768, 1024]]) {
      const page = await browser.page({width, height, ratio: 2, touch: true});
      const look = async (where) => {
        for (const widget of await page.widgets()) {
          const what = `${widget.id} of ${where} at ${width}x${height}`;
          assert.ok(widget.x >= -1 && widget.x + widget.width <= width + 1 && widget.y + widget.height <= height + 1, `${what} is outside`);
          if (widget.kind === 'board' || /^(tree|graph|line|mistake\.row)\b/.test(widget.id)) continue;
          assert.ok(widget.width >= 43.5 && widget.height >= 43.5, `${what} is ${widget.width} x ${widget.height}`);
        }
      };
      await page.open(`${url}#7n,a1b2`);
      await look('the game');
      await page.tap('bar.24');
      await look('the analysis');
      await page.key('Escape');
      if (width > 360) await look('the menu');
      if (pictures) await page.screenshot(path.join(pictures, `fingers-${width}x${height}.png`));
      await browser.closePage(page); // its analysis would slow down the next page
    }
    const mouse = await browser.page({width: 1024, height: 768});
    await mouse.open(`${url}#7n,a1b2`);
    assert.ok((await mouse.widgets()).some(({id}) => id === 'analyse'), 'a mouse has the window of a desk');
  },

  async 'a dialog taller than a phone held sideways is scrolled by a finger'({browser, url}) {
    const page = await browser.page({width: 844, height: 390, ratio: 2, touch: true});
    await page.open(url);
    await page.tap('start.new');
    assert.ok((await page.widget('new.start')).y > 390);
    for (let i = 0; i < 3; ++i) await page.swipe([420, 370], [420, 20]);
    const start = await page.widget('new.start');
    assert.ok(start.y + start.height <= 390);
    await page.tap('new.start');
    await page.until('losange.program.screen() === 1');
  },

  async 'no label is cut on a phone, in French either'({browser, url}) {
    for (const language of ['en-GB', 'fr-FR']) {
      const page = await browser.page({width: 360, height: 640, ratio: 2, touch: true, language});
      await page.open(url);
      await page.evaluate(`(() => {
        const {prototype} = CanvasRenderingContext2D, fillText = prototype.fillText;
        globalThis.written = [];
        prototype.fillText = function (text, ...more) {
          written.push(text);
          return fillText.call(this, text, ...more);
        };
      })()`);
      const look = async (where) => {
        const drawn = await page.evaluate(`new Promise((resolve) => {
          written.length = 0;
          losange.changed(true);
          const done = () => (written.length > 0 ? resolve(written) : setTimeout(done, 20));
          done();
        })`);
        assert.deepEqual(drawn.filter((text) => text.endsWith('…')), [], `${language}, ${where}`);
      };
      const visit = async (...ids) => {
        for (const id of ids) {
          await page.tap(id);
          await look(id);
        }
        await page.key('Escape');
      };
      await look('start');
      await visit('start.new', 'seat.1.more', 'new.page.0', 'seat.0.kind.1', 'seat.0.more', 'new.page.2', 'new.game.1', 'new.page.1');
      await visit('start.settings', 'settings.page.1', 'settings.page.2');
      for (const dialog of ['start.open', 'start.library', 'start.help']) await visit(dialog);
      await page.evaluate(`location.hash = '#7,a2c4b5'`);
      await page.until('losange.program.screen() === 1');
      await look('game');
      await page.key('2'); // the engine's side has its level in its name
      await page.until('losange.program.thinks()');
      await page.key(' ', 'Space');
      await page.tap('level.1');
      await look('level');
      await page.key('Escape');
      for (const key of ['e', 't', 'l', 'o']) {
        await page.key(key);
        await look(key);
        await page.key(key);
      }
      await page.key('Escape');
      await look('menu');
      await page.tap('menu.0');
      await look('before a new game');
      await page.tap('confirm.save');
      await look('save');
    }
  },

  async 'a finger that rests shows, and does not play'({browser, url}) {
    const page = await browser.page({width: 390, height: 844, ratio: 2, touch: true});
    await page.open(`${url}#5n,`);
    const {x, y} = await page.cell('c3');
    await page.touch('touchStart', [x, y]);
    await page.until('losange.events.touch.rests');
    await page.touch('touchEnd');
    await page.rested();
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

  async 'the keyboard of a phone writes where the field is seen'({browser, url}) {
    const page = await browser.page({width: 390, height: 844, ratio: 2, touch: true});
    await page.open(`${url}#5n,a1b2`);
    await page.key('Escape'); // the menu
    await page.tap('Save');
    const field = (await page.widgets()).find(({kind}) => kind === 'field');
    await page.tap(field.id);
    await page.until(`document.activeElement.id === 'keyboard'`);
    const box = await page.evaluate(`(({x, y, width, height}) => ({x, y, width, height}))(document.getElementById('keyboard').getBoundingClientRect())`);
    for (const side of ['x', 'y', 'width', 'height']) assert.ok(Math.abs(box[side] - field[side]) < 2, `${side}: ${box[side]} and ${field[side]}`);
    // As keyboards of phones write: a word that grows until it is done.
    const written = async () => (await page.widget(field.id)).text;
    const before = await written();
    for (const part of ['h', 'he', 'hex']) await page.send('Input.imeSetComposition', {text: part, selectionStart: part.length, selectionEnd: part.length});
    await page.send('Input.insertText', {text: 'hex '});
    assert.equal(await written(), `${before}hex `);
  },
};
