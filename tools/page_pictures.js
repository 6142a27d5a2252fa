#!/usr/bin/env node
// Takes the pictures of the browser page in docs/pictures anew, so that they show it as it is: docs/pictures/web-NAME.png. The
// page must be built (./losange web builds it), and stands for the program it was built of. Without names all are taken, which
// takes a minute or two. It needs Chromium and ImageMagick's convert; ./test --web and ./test install them. Who thinks counts by
// the clock, so that numbers of an analysis differ a little from time to time.
//
//   tools/page_pictures.js
//   tools/page_pictures.js phone draughts --out /tmp
'use strict';
const {execFileSync} = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const root = path.resolve(__dirname, '..');
const site = path.join(root, 'build/web/site');
const words = process.argv.slice(2);
// As the tests of the page are called, with whose hands this works.
process.argv = [...process.argv.slice(0, 2), path.join(root, 'build/release/losange'), site];
const {Browser, sleep} = require('../tests/web/browser.js');
const {serve} = require('../tests/web/support.js');

// zero at level 5 against level 6, as the pictures of the window have it.
const MOVES = 'g1 g5 d6 f6 d8 d7 f4 e6 c4 c7 a9 b7 c3 a8 h6 i3 h4 h5 e9 i5';
const STONES = MOVES.split(' ').map((move, i) => `;${'BW'[i % 2]}[${move}]`).join('');
const GAME = `(;FF[4]CA[UTF-8]GM[11]SZ[9]PB[zero:level=5]PW[zero:level=6]${STONES})`;

// Swept once, at the position before a mistake, and a closer look there.
async function studied(page) {
  await page.evaluate(`losange.openText(${JSON.stringify(GAME)})`);
  await page.until('losange.program.screen() === 1');
  await page.key('w', 'KeyW', 'w');
  await page.until(`losange.program.heard_widgets().includes('Look deeper')`);
  await page.key('Home');
  for (let i = 0; i < 3; ++i) await page.key('n', 'KeyN', 'n');
  await sleep(15_000);
}

async function draughts(page) {
  await page.click('start.new');
  await page.click('new.game.1');
  await page.click('new.start');
  for (const square of ['32', '28']) await page.clickCell(square);
  await page.until(`losange.program.heard_move().startsWith('Black')`);
}

const PICTURES = {
  'desk': [{width: 1280, height: 800}, studied],
  'draughts': [{width: 1280, height: 800}, draughts],
  'phone': [{width: 390, height: 844, ratio: 2, touch: true}, studied],
  'phone-new': [{width: 360, height: 640, ratio: 2, touch: true, language: 'fr-FR'}, (page) => page.tap('start.new')],
};

function wrong(text) {
  console.error(text);
  process.exit(2);
}

const names = [];
let out = path.join(root, 'docs/pictures');
while (words.length > 0) {
  const word = words.shift();
  if (word === '--out') out = words.shift() ?? wrong('--out needs a folder');
  else if (word in PICTURES) names.push(word);
  else wrong(`there is no picture '${word}': ${Object.keys(PICTURES).join(', ')}`);
}
if (!fs.existsSync(path.join(site, 'losange.wasm'))) wrong('the page is not built: ./losange web builds it');

(async () => {
  const browser = new Browser(), server = await serve();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'losange-pictures-'));
  try {
    fs.mkdirSync(out, {recursive: true});
    for (const name of names.length > 0 ? names : Object.keys(PICTURES)) {
      const [view, use] = PICTURES[name], page = await browser.page(view);
      await page.open(server.url);
      await use(page);
      await sleep(5_000); // what was said has gone
      await page.rested();
      const taken = path.join(folder, 'taken.png'), file = path.join(out, `web-${name}.png`);
      await page.screenshot(taken);
      // Few colours and no dithering: plain surfaces stay plain, and the file small.
      execFileSync('convert', [taken, '-strip', '+dither', '-colors', '256', '-define', 'png:compression-level=9',
        '-define', 'png:exclude-chunks=date,time', `png8:${file}`]);
      console.log(file);
      await browser.leave();
    }
  } finally {
    fs.rmSync(folder, {recursive: true});
    await browser.close();
    await server.stop();
  }
})();
