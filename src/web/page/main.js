// The page: brings the program and its files, hands over events, shows frames, and keeps what is to be kept.
import {Events, View, passOnKeyboard} from './events.js';
import {Heard} from './heard.js';
import {fontOf, paint, wordsOf} from './painter.js';
import {programOf} from './program.js';
import {Speaker} from './sound.js';
import {bytesOf, isolated, keepSite, loadScript, runs, tab} from './start.js';
import {Storage} from './storage.js';

// What first moves need; an engine of draughts that began without its weights would play on without them.
const NET = 'models/hex.safetensors';
const WEIGHTS = ['international-10', 'english-8', 'russian-8', 'brazilian-8', 'italian-8', 'frisian-10']
    .map((game) => `models/draughts-${game}.weights`);
const LATER = ['models/hex-small.safetensors', 'models/hex-mlp.safetensors', 'models/hex-gnn.safetensors'];
const SHIPPED = '/data/losange'; // where the program looks for them
const IDLE = 40, HIDDEN = 500, ATTENTION = 1500; // ms

const FINGERS = '(pointer: coarse)'; // what people use first is no mouse

const element = (id) => document.getElementById(id);
const french = (navigator.language ?? '').toLowerCase().startsWith('fr');
// What stands behind the # of an address; one that no page wrote may hold anything.
function behindHash(hash) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
// Old games are not always in UTF-8.
function textOf(bytes) {
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
// What stands where the board would be; nothing comes any more.
function tell(text) {
  element('wait').hidden = false;
  element('progress').hidden = true;
  element('told').textContent = text;
}

// The part of the net that came. Then it takes some seconds more, nobody knows how many.
function arrives(share) {
  if (share < 1) element('progress').value = share;
  else element('progress').removeAttribute('value');
}
const wishes = (what) => (matchMedia(`(prefers-${what})`).matches ? 1 : 0);

class Page {
  constructor() {
    this.canvas = element('canvas');
    this.context = this.canvas.getContext('2d', {alpha: false});
    this.view = new View(element('place'));
    this.speaker = new Speaker();
    this.storage = new Storage();
    this.lastEvent = 0;
    this.known = ''; // the address as the program last said it
  }

  async start() {
    const first = [bytesOf(NET, arrives), ...WEIGHTS.map((file) => bytesOf(file))];
    const files = Promise.all(first);
    const fonts = Promise.allSettled([false, true].map((bold) => document.fonts.load(fontOf(16, bold)))); // others will do
    await Promise.all([this.storage.read(), loadScript('losange.js')]);
    const services = this.services();
    this.module = await createLosange({
      page: services,
      preRun: [(module) => {
        // The program takes its language from where programs do.
        Object.assign(module.ENV, {LANG: french ? 'fr_FR.UTF-8' : 'en_GB.UTF-8', XDG_CONFIG_HOME: '/config', XDG_DATA_HOME: '/data'});
        this.storage.restore(module.FS);
        module.FS.chdir('/games');
      }],
      onAbort: (why) => this.fail(why),
    });
    this.program = programOf(this.module);
    const [bytes] = await Promise.all([files, fonts, this.storage.readEndings(this.module.FS)]);
    [NET, ...WEIGHTS].forEach((file, i) => this.module.FS.writeFile(`${SHIPPED}/${file}`, bytes[i]));
    this.program.open(wishes('color-scheme: dark'), wishes('reduced-motion: reduce'));
    const changed = () => this.changed();
    this.events = new Events(element('place'), this.program, this.view, (moved) => this.changed(moved));
    this.heard = new Heard(element('heard'), element('live'), this.program, changed);
    passOnKeyboard(element('keyboard'), this.program, changed);
    this.listen();
    this.resize();
    this.begin();
    this.loop();
    element('wait').hidden = true;
    this.settle();
    document.documentElement.dataset.ready = 'yes';
    await this.bringLater();
  }

  // A page that is loaded again goes on with all of its game, of which the address has but the moves.
  begin() {
    const own = tab.get('losange-address');
    if (!own || location.hash !== own) return this.openAddress();
    this.known = behindHash(own);
    if (!this.heard.use('start.continue')) {
      this.known = '';
      this.openAddress();
    } else if (tab.get('losange-analysing')) {
      this.program.analyse();
    }
  }

  async bringLater() {
    for (const file of LATER) {
      try {
        this.module.FS.writeFile(`${SHIPPED}/${file}`, await bytesOf(file));
      } catch (error) {
        console.warn('left out:', error);
      }
    }
    document.documentElement.dataset.complete = 'yes';
    await keepSite();
  }

  fail(why) {
    if (this.program)
      tell(french ? `Losange s'est arrêté : ${why}. La partie est gardée.` : `Losange stopped: ${why}. The game is kept.`);
    else
      tell(french ? `Losange n'est pas arrivé en entier (${why}).` : `Losange did not come whole (${why}).`);
    Object.assign(element('again'), {hidden: false, textContent: french ? 'Recharger' : 'Load again', onclick: () => location.reload()});
  }

  // --- What the program asks for (src/web/program/services.h).

  services() {
    const measuring = document.createElement('canvas').getContext('2d');
    let font = '';
    return {
      measure: (text, size, bold) => {
        const wanted = fontOf(size, bold);
        if (wanted !== font) measuring.font = font = wanted;
        return measuring.measureText(text).width;
      },
      copy: async (text) => {
        let copied = true;
        try {
          await navigator.clipboard.writeText(text);
        } catch (error) {
          console.warn('not copied:', error);
          copied = false;
        }
        this.program.copied(copied ? 1 : 0);
        if (!copied) this.showText(this.program.notice(), text);
        this.changed();
      },
      askPaste: async () => {
        if (this.pasting !== undefined) return; // a key brought the text itself
        try {
          this.program.pasted(await navigator.clipboard.readText());
        } catch (error) {
          console.warn('not pasted:', error);
          this.program.paste_refused();
        }
        this.changed();
      },
      hasSound: (number) => this.speaker.has(number),
      keepSound: (number, samples, rate) => this.speaker.keep(number, samples, rate),
      play: (number, volume) => this.speaker.play(number, volume),
      playMusic: (number, volume) => this.speaker.playMusic(number, volume),
      savePicture: (numbers, count, texts, width, height, name) => {
        const canvas = Object.assign(document.createElement('canvas'), {width, height});
        paint(canvas.getContext('2d'), this.module, numbers, count, texts);
        canvas.toBlob((blob) => this.handOut(blob, name), 'image/png');
      },
      handOut: (path) => this.handOut(new Blob([this.module.FS.readFile(path)]), path.replace(/.*\//, '')),
      chooseFile: () => element('files').click(),
      setFullscreen: (on) => {
        const asked = on ? document.documentElement.requestFullscreen?.() : document.fullscreenElement && document.exitFullscreen();
        asked?.catch?.(() => this.fullscreenChanged());
      },
    };
  }

  // A text to select and copy by the browser's own ways.
  showText(told, text) {
    element('copy-told').textContent = told;
    Object.assign(element('copy-text'), {value: text});
    element('copy-close').textContent = document.documentElement.lang === 'fr' ? 'Fermer' : 'Close';
    element('copy').showModal();
    element('copy-text').select();
  }

  handOut(blob, name) {
    const link = Object.assign(document.createElement('a'), {href: URL.createObjectURL(blob), download: name});
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  // --- What happens.

  listen() {
    new ResizeObserver(() => this.resize()).observe(element('place'));
    const watchRatio = () => matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => {
      this.resize();
      watchRatio();
    }, {once: true});
    watchRatio();
    for (const first of ['pointerup', 'keydown']) addEventListener(first, () => this.speaker.wake(), {once: true});
    // As it was typed: the program may have written its own since.
    addEventListener('hashchange', ({newURL}) => this.openAddress(new URL(newURL).hash));
    addEventListener('fullscreenchange', () => this.fullscreenChanged());
    addEventListener('paste', (event) => {
      event.preventDefault();
      this.pasting = true;
      this.program.paste_key(event.clipboardData.getData('text/plain'));
      this.pasting = undefined;
      this.changed();
    });
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      const file = event.dataTransfer.files[0];
      if (file) this.openFile(file);
      else this.openText(event.dataTransfer.getData('text/plain'));
    });
    element('files').addEventListener('change', () => {
      const file = element('files').files[0];
      if (file) this.openFile(file);
      element('files').value = '';
    });
    element('copy-close').addEventListener('click', () => element('copy').close());
    matchMedia(FINGERS).addEventListener('change', () => this.resize());
    const leave = () => {
      this.program.keep();
      this.storage.keep(this.module.FS);
    };
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) leave();
      this.changed();
    });
  }

  // By the program's wish, or by the browser's own key: Escape.
  fullscreenChanged() {
    this.program.fullscreen_is(document.fullscreenElement ? 1 : 0);
    this.changed();
  }

  async openFile(file) {
    if (this.program.takes_file(file.name, file.size)) {
      try {
        return this.openText(textOf(await file.arrayBuffer()));
      } catch { // a folder, or a file that has gone since
        this.program.file_was_unreadable();
      }
    }
    this.changed();
  }

  openText(text) {
    this.program.open_text(text);
    this.changed();
  }

  openAddress(address = location.hash) {
    const hash = behindHash(address);
    if (hash === '' || hash === this.known) return;
    this.known = hash;
    this.program.open_address(/^\d+[a-z0-9]*(,|$)/.test(hash) ? `https://hexworld.org/board/#${hash}` : hash);
    this.changed();
  }

  resize() {
    const box = element('place').getBoundingClientRect(), ratio = devicePixelRatio || 1;
    const width = Math.max(1, Math.round(box.width * ratio)), height = Math.max(1, Math.round(box.height * ratio));
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, {width, height});
    this.program.resize(box.width, box.height, matchMedia(FINGERS).matches ? 1 : 0);
    this.view.shift(0, 0);
    this.changed(true);
  }

  // Something happened: look at once, and often for a while. `anew`: the same frame in another place.
  changed(anew = false) {
    this.lastEvent = performance.now();
    this.anew ||= anew;
    clearTimeout(this.timer);
    this.plan(true);
  }

  // --- Frames.

  loop() {
    this.planned = false;
    let state = 0;
    try {
      state = this.program.tick();
      if ((state & 1) !== 0 || this.anew) this.draw();
    } catch (error) {
      this.fail(error);
      throw error;
    }
    this.plan((state & 2) !== 0 || performance.now() - this.lastEvent < ATTENTION);
  }

  plan(soon) {
    clearTimeout(this.timer);
    if (document.hidden) {
      this.timer = setTimeout(() => this.loop(), HIDDEN);
    } else if (!soon) {
      this.timer = setTimeout(() => this.loop(), IDLE);
    } else if (!this.planned) {
      this.planned = true;
      requestAnimationFrame(() => this.loop());
    }
  }

  draw() {
    this.anew = false;
    const place = this.program.draw() >>> 2, words = wordsOf(this.module);
    const ratio = this.canvas.width / (element('place').clientWidth || 1), {scale, x, y} = this.view;
    this.context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * x, ratio * y);
    paint(this.context, this.module, words[place], words[place + 1], words[place + 2]);
    this.afterDrawing ??= setTimeout(() => {
      this.afterDrawing = undefined;
      this.settle();
    }, 150);
  }

  // What need not be done for every frame.
  settle() {
    this.heard.update();
    this.storage.keep(this.module.FS);
    const ground = `#${this.program.ground().toString(16).padStart(6, '0')}`;
    document.documentElement.style.background = document.body.style.background = element('ground').content = ground;
    document.documentElement.lang = this.program.language() === 1 ? 'fr' : 'en';
    const address = this.program.address();
    if (address !== this.known) {
      this.known = address;
      history.replaceState(null, '', address === '' ? location.pathname + location.search : `#${encodeURI(address)}`);
    }
    tab.set('losange-address', location.hash);
    tab.set('losange-analysing', this.program.analysing() ? 'yes' : '');
  }
}

const page = new Page();
globalThis.losange = page; // for tests, and for those who are curious
async function begin() {
  if (!runs()) {
    return tell(french ? `Losange demande WebAssembly avec SIMD, que ce navigateur n'a pas ou n'autorise pas (Chrome et Edge l'ont depuis la version 95, Firefox 100, Safari 16.4).`
      : 'Losange needs WebAssembly with SIMD, which this browser lacks or does not allow (Chrome and Edge have it since version 95, Firefox 100, Safari 16.4).');
  }
  if (await isolated()) return page.start();
  tell(french ? `Losange demande des threads, que les navigateurs n'accordent qu'à une page servie en https (ou par localhost) et qui peut garder des données : certaines fenêtres privées ne le peuvent pas.`
    : 'Losange needs threads, which browsers give only to a page that comes by https (or from localhost) and may keep data: some private windows may not.');
}
begin().catch((error) => page.fail(error.message));
