// The page in a real browser: Debian's Chromium, driven by browser.js. usage: node page_test.js LOSANGE SITE [PATTERN]
// LOSANGE is the native program, which serves SITE. LOSANGE_UPDATE_GOLDEN=1 writes the pictures' averages anew;
// LOSANGE_PICTURES=FOLDER keeps screenshots.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const {Browser} = require('./browser.js');

const [, site, pattern = '.'] = process.argv.slice(2);
if (!fs.existsSync(path.join(site, 'losange.wasm'))) {
  console.log('the page is not built');
  process.exit(77);
}

const {serve} = require('./support.js');
const tests = Object.assign({}, ...fs.readdirSync(path.join(__dirname, 'cases')).sort().map((file) => require(`./cases/${file}`)));

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
