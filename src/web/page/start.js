// Before the program runs: a page that is isolated and of the newest version, and the files it is made of.

const after = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
// A browser may keep this document as it is and show it again at the person's next reload, or by "back"; and it may ignore
// a reload that is asked for in that moment. So it is asked for again, later each time: a slow one must have its time.
const SOON = 500; // ms
let trial;
function loadAgain(patience = SOON) {
  clearTimeout(trial);
  trial = setTimeout(() => loadAgain(2 * patience), patience);
  location.reload();
}
const reloaded = () => {
  addEventListener('pageshow', ({persisted}) => { if (persisted) loadAgain(); });
  loadAgain();
  return new Promise(() => {});
};

// What a tab remembers over its loads. A browser that keeps nothing is no obstacle.
export const tab = {
  get(name) {
    try {
      return sessionStorage.getItem(name);
    } catch {
      return null;
    }
  },
  // Whether it will be remembered.
  set(name, value) {
    try {
      sessionStorage.setItem(name, value);
      return true;
    } catch {
      return false;
    }
  },
};

// A function that adds two vectors, as the smallest module that has one.
const VECTORS = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

// Whether the program can be brought at all.
export const runs = () => typeof WebAssembly === 'object' && WebAssembly.validate(new Uint8Array(VECTORS));

// Whether a newer version of the page has taken over; before anything of the older one runs, and not for long.
async function renewed(registration) {
  const worker = navigator.serviceWorker;
  if (!worker.controller) return false;
  await Promise.race([registration.update().catch(() => {}), after(1500)]);
  const next = registration.installing ?? registration.waiting;
  if (!next) return false;
  if (next.state === 'installing')
    await Promise.race([new Promise((resolve) => { next.onstatechange = resolve; }), after(3000)]);
  if (!registration.waiting) return false;
  const taken = new Promise((resolve) => { worker.oncontrollerchange = () => resolve(true); });
  registration.waiting.postMessage('take over');
  return Promise.race([taken, after(500)]);
}

// Until the worker answers for the page, which takes all files; false where one of them does not come.
function answers(registration) {
  const coming = registration.active ?? registration.waiting ?? registration.installing;
  return new Promise((resolve) => {
    const look = () => {
      if (coming.state === 'activated') resolve(true);
      if (coming.state === 'redundant') resolve(false);
    };
    coming.addEventListener('statechange', look);
    look();
  });
}

// A page that was loaded again and is not isolated is not loaded again at once. A restored tab remembers an older try.
const TRY = 60_000; // ms
const triedToIsolate = () => Math.abs(Date.now() - Number(tab.get('losange-isolating'))) < TRY;

// Threads need a page that is isolated from others. A host that does not say so is helped by the service worker, whose
// answers do; it holds from the next load on. Where the host does, the worker can wait until the page has all it needs itself.
export async function isolated() {
  const worker = navigator.serviceWorker;
  if (worker && (worker.controller || !crossOriginIsolated)) {
    const registration = await keepSite();
    if (registration && await renewed(registration)) return reloaded();
    if (registration && !crossOriginIsolated && !triedToIsolate()) {
      if (!await answers(registration)) throw new Error('service-worker.js');
      if (tab.set('losange-isolating', String(Date.now()))) return reloaded();
    }
  }
  tab.set('losange-isolating', '');
  return crossOriginIsolated;
}

// All of the site for use without a net.
export async function keepSite() {
  try {
    return await navigator.serviceWorker?.register('service-worker.js', {updateViaCache: 'none'});
  } catch (error) {
    console.warn('no service worker:', error);
    return undefined;
  }
}

export async function bytesOf(file, progress = () => {}) {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  const total = Number(answer.headers.get('Content-Length')) || 3e6, reader = answer.body.getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    progress(Math.min(1, length / total));
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function loadScript(file) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = file;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${file} is missing`));
    document.head.append(script);
  });
}
