// What the page's program reaches (src/web/program/measure.h): by node, or in Chromium, where relaxed SIMD needs no flag.
// usage: node measure.js SITE bench | node measure.js SITE net MODEL | node measure.js SITE net MODEL chromium LOSANGE
'use strict';
const {spawn} = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const [site, command, model, where, program] = process.argv.slice(2);
if (!fs.existsSync(path.join(site, 'losange.wasm'))) {
  console.log('the page is not built');
  process.exit(77);
}

function byNode() {
  const create = require(path.resolve(site, 'losange.js'));
  const args = command === 'net' ? ['net', '/net'] : [command];
  return create({
    arguments: args,
    wasmBinary: fs.readFileSync(path.resolve(site, 'losange.wasm')),
    preRun: [(module) => { if (model) module.FS.writeFile('/net', fs.readFileSync(model)); }],
    quit: (code) => process.exit(code),
  });
}

async function inChromium() {
  const {Browser} = require('./browser.js');
  const browser = new Browser();
  const server = spawn(program, ['web', '--site', site, '--port', '0', '--no-browser'], {stdio: ['ignore', 'pipe', 'ignore']});
  const url = await new Promise((resolve) => server.stdout.once('data', (data) => resolve(String(data).trim())));
  const page = await browser.page();
  await page.send('Page.navigate', {url: `${url}style.css`}); // of the same origin, with no program in it
  await page.until(`crossOriginIsolated && document.body`);
  await page.evaluate(`(async () => {
    const bytes = new Uint8Array(await (await fetch('models/${path.basename(model)}')).arrayBuffer());
    const script = document.createElement('script');
    script.src = 'losange.js';
    await new Promise((done) => { script.onload = done; document.head.append(script); });
    globalThis.said = [];
    globalThis.ran = createLosange({arguments: ['net', '/net'], print: (line) => said.push(line), quit: () => { said.push('end'); },
      preRun: [(module) => module.FS.writeFile('/net', bytes)]}).catch((error) => said.push(String(error), 'end'));
  })()`);
  await page.until(`globalThis.said?.at(-1) === 'end'`, 120_000);
  for (const line of await page.evaluate('said')) if (line !== 'end') console.log(line);
  await browser.close();
  server.kill();
}

if (where === 'chromium') inChromium().then(() => process.exit(0));
else byNode();
