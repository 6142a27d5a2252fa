// What the tests of the page share: who serves it, and what they see on it.
'use strict';
const assert = require('node:assert/strict');
const {spawn} = require('node:child_process');
const fs = require('node:fs');
const http = require('node:http');
const os = require('node:os');
const path = require('node:path');
const {sleep} = require('./browser.js');

const [program, site] = process.argv.slice(2);
const pictures = process.env.LOSANGE_PICTURES;

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
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(40)) if (await stones(page) >= count) return;
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
  await page.rested();
  if (pictures) await page.screenshot(path.join(pictures, `${name}.png`));
  const file = path.join(__dirname, 'golden', `${name}.json`), now = await page.evaluate(AVERAGES);
  if (process.env.LOSANGE_UPDATE_GOLDEN) fs.writeFileSync(file, `${JSON.stringify(now)}\n`);
  const off = largest(now, JSON.parse(fs.readFileSync(file, 'utf8')));
  assert.ok(off <= MOST_OFF, `${name} looks different: ${off} of 255`);
}

module.exports = {AVERAGES, MOST_OFF, Server, compare, exported, largest, over, pictures, program, request, serve, site, stones, untilStones};
