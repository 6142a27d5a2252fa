// What the program keeps outlasts the page: its files are copied to the browser's database when they change, and put back
// when the page comes again. Which ones changed is noted where they are written, so that nothing is searched for. Settings,
// saved games and the library belong to every page; the game on the table belongs to its own tab, so that a second tab never
// writes over it. A new tab is offered the newest game there is. Solved endings of draughts are large: they lie in a database
// of their own, read while the program comes.

import {tab} from './start.js';

const OWN = '/data/losange';
const LIBRARY = `${OWN}/games`;
const SWAP_MAPS = `${OWN}/swap-maps`;
const SAVED = '/games';
const SHARED = ['/config', SAVED, LIBRARY, SWAP_MAPS];
const ENDINGS = `${OWN}/endings`;
const ELSEWHERE = [LIBRARY, SWAP_MAPS, ENDINGS, `${OWN}/models`]; // in OWN, and not of the tab
const MOST_TABS = 12; // whose games are kept

const isIn = (folder, path) => path.startsWith(`${folder}/`);
const isShared = (path) => SHARED.some((folder) => isIn(folder, path));
const isOwn = (path) => isIn(OWN, path) && !ELSEWHERE.some((folder) => isIn(folder, path));
const isEnding = (path) => isIn(ENDINGS, path);
const isGame = (path) => isIn(LIBRARY, path) && !path.endsWith('.tsv');
// What is being written has this ending until it is whole.
const isKept = (path) => !path.endsWith('.part') && (isShared(path) || isOwn(path) || isEnding(path));

const promised = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

async function openDatabase(name, keyPath) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore('files', {keyPath});
  return promised(request);
}

// The number of this tab. A tab that was duplicated brings its model's along, which holds it locked.
async function ownNumber() {
  const fresh = () => crypto.randomUUID();
  let number = tab.get('losange-tab') ?? fresh();
  const take = (name) => new Promise((resolve) => {
    navigator.locks.request(`losange-tab-${name}`, {ifAvailable: true}, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise(() => {}); // held as long as the page is there
    }).catch(() => resolve(true));
  });
  if (navigator.locks && !(await take(number))) {
    number = fresh();
    await take(number);
  }
  tab.set('losange-tab', number);
  return number;
}

export class Storage {
  constructor() {
    this.changed = new Set(); // paths of files that were written and are not copied yet
    this.gone = new Set(); // and of those that were removed
    this.stored = new Map(); // path of a game of the library: the time it has in the database, as far as this tab knows
    this.writing = Promise.resolve();
  }

  // All that was kept, before the program starts. A browser that keeps nothing (a private window) is no obstacle.
  async read() {
    try {
      this.database = await openDatabase('losange', ['tab', 'path']);
      this.tab = await ownNumber();
      this.others = new BroadcastChannel('losange');
      const all = await promised(this.database.transaction('files').objectStore('files').getAll());
      const shared = all.filter((file) => file.tab === '');
      // Once each tab had a library and maps: these belong to every page too, and are never forgotten.
      shared.push(...all.filter((file) => file.tab !== '' && isShared(file.path)));
      const games = all.filter((file) => file.tab !== '' && !isShared(file.path)).sort((a, b) => b.time - a.time);
      const own = games.filter((file) => file.tab === this.tab);
      this.kept = shared.concat(own.length > 0 ? own : games.slice(0, 1));
      await this.forget(games);
    } catch (error) {
      console.warn('nothing can be kept here:', error);
      this.database = null;
      this.kept = [];
    }
  }

  // The endings that earlier visits solved. Where they come too late they are solved again, which does no harm.
  async readEndings(FS) {
    try {
      this.endings = await openDatabase('losange-endings', 'path');
      for (const {path, bytes, time} of await promised(this.endings.transaction('files').objectStore('files').getAll())) {
        if (FS.analyzePath(path).exists) continue;
        FS.writeFile(path, bytes, {canOwn: true});
        FS.utime(path, time, time);
        this.changed.delete(path);
      }
    } catch (error) {
      console.warn('endings are not kept here:', error);
      this.endings = null;
    }
  }

  async forget(games) {
    const tabs = [...new Set(games.map((file) => file.tab))];
    const old = new Set(tabs.slice(MOST_TABS).filter((tab) => tab !== this.tab));
    const store = this.database.transaction('files', 'readwrite').objectStore('files');
    for (const file of games) if (old.has(file.tab)) store.delete([file.tab, file.path]);
  }

  // Puts them where the program looks for them.
  restore(FS) {
    for (const folder of ['/config/losange', SAVED, ...ELSEWHERE]) FS.mkdirTree(folder);
    for (const file of this.kept) {
      FS.mkdirTree(file.path.replace(/\/[^/]*$/, ''));
      FS.writeFile(file.path, file.bytes);
      FS.utime(file.path, file.time, file.time);
      if (isIn(LIBRARY, file.path)) this.stored.set(file.path, file.time);
    }
    this.watch(FS);
    if (this.others) this.others.onmessage = ({data}) => this.takeFromOthers(FS, data);
  }

  // Settings and saved games that another tab wrote or removed, so that this one neither undoes them nor writes over them.
  takeFromOthers(FS, files) {
    for (const {path, time, bytes} of files) {
      if (this.changed.has(path)) continue; // this tab's own is later
      if (!bytes) { // it was removed
        if (FS.analyzePath(path).exists) FS.unlink(path);
        this.gone.delete(path);
        continue;
      }
      FS.mkdirTree(path.replace(/\/[^/]*$/, ''));
      FS.writeFile(path, bytes);
      FS.utime(path, time, time);
      this.changed.delete(path);
    }
  }

  // From now on every file that is written or removed, by the program's calls of the system too, is noted.
  watch(FS) {
    const whole = (path) => (path.startsWith('/') ? path : `${FS.cwd()}/${path}`);
    const note = (path, to, from) => {
      if (!isKept(path)) return;
      to.add(path);
      from.delete(path);
    };
    const written = (path) => note(path, this.changed, this.gone);
    const removed = (path) => note(path, this.gone, this.changed);
    const {close, rename, unlink} = FS;
    FS.close = (stream) => {
      const forWriting = (stream.flags & 3) !== 0; // O_WRONLY, O_RDWR
      close(stream);
      if (forWriting && stream.path) written(stream.path);
    };
    FS.rename = (from, to) => {
      rename(from, to);
      removed(whole(from));
      written(whole(to));
    };
    FS.unlink = (path) => {
      unlink(path);
      removed(whole(path));
    };
  }

  // Two tabs may go on with one game of the library: what the other wrote meanwhile stays, and this tab's goes beside it.
  async putGame(store, file) {
    const there = await promised(store.get([file.tab, file.path]));
    if (there && there.time !== this.stored.get(file.path)) {
      const beside = file.path.replace(/(\.\w+)$/, ` ${this.tab.slice(0, 8)}$1`);
      return promised(store.put({...file, path: beside}));
    }
    this.stored.set(file.path, file.time);
    return promised(store.put(file));
  }

  // Copies what changed; called after frames and when the page is left.
  keep(FS) {
    if (this.changed.size === 0 && this.gone.size === 0) return;
    const all = [...this.changed].map(
        (path) => ({tab: isOwn(path) ? this.tab : '', path, time: FS.stat(path).mtime.getTime(), bytes: FS.readFile(path)}));
    const gone = [...this.gone].filter((path) => isIn(LIBRARY, path) || isIn(SAVED, path)); // what a person took out
    this.changed.clear();
    this.gone.clear();
    if (this.endings) this.keepEndings(all.filter(({path}) => isEnding(path)));
    const changed = all.filter(({path}) => !isEnding(path));
    if (!this.database || (changed.length === 0 && gone.length === 0)) return;
    const files = () => this.database.transaction('files', 'readwrite').objectStore('files');
    const store = files();
    const done = changed.filter(({path}) => !isGame(path)).map((file) => promised(store.put(file)));
    for (const path of gone) {
      const tabs = new Set(['', ...this.kept.filter((file) => file.path === path).map((file) => file.tab)]);
      for (const tab of tabs) done.push(promised(store.delete([tab, path])));
    }
    const forAll = changed.filter(({path}) => isIn('/config', path) || isIn(SAVED, path));
    for (const path of gone) if (isIn(SAVED, path)) forAll.push({path});
    if (forAll.length > 0) this.others.postMessage(forAll);
    store.transaction.commit?.(); // at once: a page that is left waits for no answer
    const games = changed.filter(({path}) => isGame(path));
    if (games.length > 0) {
      const library = files();
      done.push(...games.map((file) => this.putGame(library, file)));
    }
    this.writing = Promise.all(done)
        .catch((error) => console.warn('not kept:', error));
  }

  keepEndings(files) {
    if (files.length === 0) return;
    const store = this.endings.transaction('files', 'readwrite').objectStore('files');
    for (const {path, time, bytes} of files)
      promised(store.put({path, time, bytes})).catch((error) => console.warn('not kept:', error));
  }
}
