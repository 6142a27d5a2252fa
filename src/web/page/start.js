// Before the program runs: a page that is isolated and of the newest version, and the files it is made of.

const after = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
const reloaded = () => {
  location.reload();
  return new Promise(() => {});
};

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

// Threads need a page that is isolated from others. A host that does not say so is helped by the service worker, whose
// answers do; it holds from the next load on.
export async function isolated() {
  const worker = navigator.serviceWorker;
  if (worker) {
    try {
      const registration = await worker.register('service-worker.js', {updateViaCache: 'none'});
      if (await renewed(registration)) return reloaded();
      if (!crossOriginIsolated && !sessionStorage.getItem('losange-isolating')) {
        await worker.ready;
        sessionStorage.setItem('losange-isolating', '1');
        return reloaded();
      }
    } catch (error) {
      console.warn('no service worker:', error);
    }
  }
  sessionStorage.removeItem('losange-isolating');
  return crossOriginIsolated;
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
