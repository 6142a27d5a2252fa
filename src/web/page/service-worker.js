// Keeps the site for use without a net, and says with every answer that the page is isolated, which threads need and many
// hosts do not say. VERSION and FILES are filled in when the site is made: a new version is another store.
const OURS = `losange ${registration.scope} `; // other pages of the same host have stores of their own
const STORE = `${OURS}@VERSION@`;
const FILES = [/*FILES*/];

// A new version waits, since a page that runs takes more of its files later, which must fit those it has.
addEventListener('install', (event) => {
  const asked = FILES.map((name) => new Request(name, {cache: 'no-cache'}));
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(asked)));
});

// A page that has not begun yet asks for the new version: it may have it where no other page runs.
addEventListener('message', (event) => {
  if (event.data !== 'take over') return;
  event.waitUntil(clients.matchAll({type: 'window', includeUncontrolled: true}).then((all) => {
    if (all.filter((page) => page.url.startsWith(registration.scope)).length <= 1) return skipWaiting();
  }));
});

addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name.startsWith(OURS) && name !== STORE);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => clients.claim()));
});

function withIsolation(answer) {
  if (answer.status === 0) return answer;
  const headers = new Headers(answer.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  return new Response(answer.body, {status: answer.status, statusText: answer.statusText, headers});
}

addEventListener('fetch', (event) => {
  const request = event.request;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith(caches.open(STORE)
      .then((store) => store.match(request, {ignoreSearch: true}))
      .then((kept) => kept ?? fetch(request))
      .then(withIsolation));
});
