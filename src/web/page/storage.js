// What the program keeps outlasts the page: its files are copied to the browser's database whenever they change, and put
// back when the page comes again. Settings, saved games and the library belong to every page; the game on the table belongs
// to its own tab, so that a second tab never writes over it. A new tab is offered the newest game there is.

const OWN = '/data/losange';
const LIBRARY = `${OWN}/games`;
const SHARED = ['/config', '/games', LIBRARY];
const MOST_TABS = 12; // whose games are kept

const promised = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

async function openDatabase() {
  const request = indexedDB.open('losange', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('files', {keyPath: ['tab', 'path']});
  return promised(request);
}

// The number of this tab. A tab that was duplicated brings its model's along, which holds it locked.
async function ownNumber() {
  const fresh = () => crypto.randomUUID();
  let number = sessionStorage.getItem('losange-tab') ?? fresh();
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
  sessionStorage.setItem('losange-tab', number);
  return number;
}

export class Storage {
  constructor() {
    this.seen = new Map(); // path: when it was changed last
    this.stored = new Map(); // path of a game of the library: the time it has in the database, as far as this tab knows
    this.writing = Promise.resolve();
  }

  // All that was kept, before the program starts. A browser that keeps nothing (a private window) is no obstacle.
  async read() {
    try {
      this.database = await openDatabase();
      this.tab = await ownNumber();
      const all = await promised(this.database.transaction('files').objectStore('files').getAll());
      const shared = all.filter((file) => file.tab === '');
      // Once each tab had a library: these belong to every page too, and are never forgotten.
      const inLibrary = (file) => file.path.startsWith(`${LIBRARY}/`);
      shared.push(...all.filter((file) => file.tab !== '' && inLibrary(file)));
      const games = all.filter((file) => file.tab !== '' && !inLibrary(file)).sort((a, b) => b.time - a.time);
      const own = games.filter((file) => file.tab === this.tab);
      this.kept = shared.concat(own.length > 0 ? own : games.slice(0, 1));
      await this.forget(games);
    } catch (error) {
      console.warn('nothing can be kept here:', error);
      this.database = null;
      this.kept = [];
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
    for (const folder of ['/config', '/games', '/config/losange', '/data', OWN, LIBRARY, `${OWN}/models`]) {
      try { FS.mkdir(folder); } catch { /* it is there */ }
    }
    for (const file of this.kept) {
      FS.writeFile(file.path, file.bytes);
      FS.utime(file.path, file.time, file.time);
      this.seen.set(file.path, FS.stat(file.path).mtime.getTime());
      if (file.path.startsWith(`${LIBRARY}/`)) this.stored.set(file.path, file.time);
    }
  }

  // Two tabs may go on with one game of the library: what the other wrote meanwhile stays, and this tab's goes beside it.
  async put(store, file) {
    if (file.path.startsWith(`${LIBRARY}/`) && !file.path.endsWith('.tsv')) {
      const there = await promised(store.get([file.tab, file.path]));
      if (there && there.time !== this.stored.get(file.path)) {
        const beside = file.path.replace(/(\.\w+)$/, ` ${this.tab.slice(0, 8)}$1`);
        return promised(store.put({...file, path: beside}));
      }
      this.stored.set(file.path, file.time);
    }
    return promised(store.put(file));
  }

  // Copies what changed; called after frames and when the page is left.
  keep(FS) {
    if (!this.database) return;
    const changed = [];
    const look = (folder, tab) => {
      for (const name of FS.readdir(folder)) {
        if (name === '.' || name === '..' || name.endsWith('.part')) continue;
        const path = `${folder}/${name}`, status = FS.stat(path);
        if (FS.isDir(status.mode)) {
          if (name !== 'models' && name !== 'endings' && path !== LIBRARY) look(path, tab);
          continue;
        }
        const time = status.mtime.getTime();
        if (this.seen.get(path) === time) continue;
        this.seen.set(path, time);
        changed.push({tab, path, time, bytes: FS.readFile(path)});
      }
    };
    for (const folder of SHARED) look(folder, '');
    look(OWN, this.tab);
    // What a person took out of the library.
    const gone = [...this.seen.keys()].filter(
        (path) => path.startsWith(`${LIBRARY}/`) && !FS.analyzePath(path).exists);
    for (const path of gone) this.seen.delete(path);
    if (changed.length === 0 && gone.length === 0) return;
    const store = this.database.transaction('files', 'readwrite').objectStore('files');
    const done = changed.map((file) => this.put(store, file));
    for (const path of gone) {
      const tabs = new Set(['', ...this.kept.filter((file) => file.path === path).map((file) => file.tab)]);
      for (const tab of tabs) done.push(promised(store.delete([tab, path])));
    }
    this.writing = Promise.all(done)
        .catch((error) => console.warn('not kept:', error));
  }
}
