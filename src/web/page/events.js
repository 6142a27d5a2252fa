// What people do, as the program's events: mouse, keyboard, and fingers. A finger that taps clicks; one that rests shows
// what lies under it, as a pointer would; one that moves across goes through the moves, or scrolls; two enlarge.

const KEYS = ['None', 'Letter', 'Enter', 'Escape', 'Tab', ' ', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End',
  'PageUp', 'PageDown', 'Backspace', 'Delete', 'F1', 'F11']; // in the order of window::Key
const MAC = /^(Mac|iP)/.test(navigator.platform); // where the key of commands is Meta
const SLIDER = 3, BOARD = 4; // what kind_at() says
const REST = 450; // ms: a finger that does not move by then does not tap
const STRAY = 12; // px: less is no movement of a finger
const STEP = 36; // px of a swipe for one move or one step of a list

export class Events {
  // `view` says where a point of the page lies in the program's picture, and is enlarged.
  constructor(place, program, view, changed) {
    Object.assign(this, {place, program, view, changed});
    this.fingers = new Map();
    this.touch = null;
    const on = (name, act, target = place) => target.addEventListener(name, act, {passive: false});
    on('pointerdown', (event) => this.down(event));
    on('pointermove', (event) => this.move(event));
    on('pointerup', (event) => this.up(event));
    on('pointercancel', (event) => this.cancel(event));
    on('pointerleave', (event) => {
      if (event.pointerType === 'mouse') this.tell(() => this.program.pointer_moved(-1, -1));
    });
    on('wheel', (event) => {
      if (event.ctrlKey) return; // the browser enlarges
      event.preventDefault();
      const [x, y] = this.view.at(event);
      this.turned = (this.turned ?? 0) - event.deltaY / (event.deltaMode === 0 ? 100 : 3);
      const steps = Math.trunc(this.turned);
      this.turned -= steps;
      if (steps !== 0) this.tell(() => this.program.wheel(x, y, steps));
    });
    on('contextmenu', (event) => event.preventDefault());
    on('keydown', (event) => this.key(event), window);
  }

  tell(act) {
    act();
    this.changed();
  }

  // --- Pointers.

  down(event) {
    const [x, y] = this.view.at(event);
    if (event.button === 0) this.place.setPointerCapture(event.pointerId); // let go anywhere, outside too, it is told
    if (event.pointerType !== 'touch') {
      if (event.button === 0) this.tell(() => this.program.pointer_pressed(x, y));
      return;
    }
    event.preventDefault();
    this.fingers.set(event.pointerId, event);
    if (this.fingers.size === 2) {
      this.endTouch();
      this.view.beginPinch([...this.fingers.values()]);
      return;
    }
    if (this.fingers.size > 2) return;
    const kind = this.program.kind_at(x, y);
    this.touch = {x, y, kind, from: event, stepsX: 0, stepsY: 0, moved: false, rests: false, slides: kind === SLIDER};
    if (this.touch.slides) {
      this.tell(() => this.program.pointer_pressed(x, y));
    } else {
      this.tell(() => this.program.pointer_moved(x, y));
      this.touch.timer = setTimeout(() => { if (this.touch) this.touch.rests = true; }, REST);
    }
  }

  move(event) {
    if (event.pointerType !== 'touch') {
      const [x, y] = this.view.at(event);
      this.tell(() => this.program.pointer_moved(x, y));
      return;
    }
    if (!this.fingers.has(event.pointerId)) return;
    event.preventDefault();
    this.fingers.set(event.pointerId, event);
    if (this.fingers.size === 2) {
      this.view.pinch([...this.fingers.values()]);
      this.changed(true);
      return;
    }
    const touch = this.touch;
    if (!touch) return;
    const [x, y] = this.view.at(event);
    if (touch.slides || touch.rests) { // a slider follows; a resting finger looks around
      this.tell(() => this.program.pointer_moved(x, y));
      return;
    }
    const dx = event.clientX - touch.from.clientX, dy = event.clientY - touch.from.clientY;
    if (!touch.moved && Math.hypot(dx, dy) < STRAY) return;
    if (!touch.moved) clearTimeout(touch.timer);
    touch.moved = true;
    if (this.view.scale > 1) {
      this.view.shift(event.clientX - (touch.lastX ?? touch.from.clientX), event.clientY - (touch.lastY ?? touch.from.clientY));
      [touch.lastX, touch.lastY] = [event.clientX, event.clientY];
      this.changed(true);
      return;
    }
    const across = touch.across ??= touch.kind === BOARD && Math.abs(dx) > Math.abs(dy);
    const steps = Math.trunc((across ? -dx : -dy) / STEP);
    const new_steps = steps - touch.stepsX;
    touch.stepsX = steps;
    // A list is drawn down to see what stands above; on the board only moving across goes through the moves.
    if (new_steps !== 0 && (across || touch.kind !== BOARD)) {
      const sign = Math.sign(new_steps);
      for (let i = 0; i < Math.abs(new_steps); ++i) this.tell(() => this.program.wheel(touch.x, touch.y, across ? -sign : -sign / 3));
    }
  }

  up(event) {
    const [x, y] = this.view.at(event);
    if (event.pointerType !== 'touch') {
      if (event.button === 0) this.tell(() => this.program.pointer_released(x, y));
      this.write();
      return;
    }
    event.preventDefault();
    this.fingers.delete(event.pointerId);
    const touch = this.touch;
    if (!touch) return;
    if (touch.slides) {
      this.tell(() => this.program.pointer_released(x, y));
    } else if (!touch.moved && !touch.rests) {
      this.tell(() => {
        this.program.pointer_pressed(touch.x, touch.y);
        this.program.pointer_released(touch.x, touch.y);
      });
    }
    this.endTouch();
    this.write();
  }

  cancel(event) {
    if (event.pointerType !== 'touch') this.tell(() => this.program.pointer_released(-1, -1));
    this.fingers.delete(event.pointerId);
    this.endTouch();
  }

  // A finger that is gone points at nothing.
  endTouch() {
    if (!this.touch) return;
    clearTimeout(this.touch.timer);
    if (this.touch.slides) this.program.pointer_released(-1, -1);
    this.touch = null;
    this.tell(() => this.program.pointer_moved(-1, -1));
  }

  // --- Keys.

  // Letters for a field of the program come by an input of the page: a phone shows its keyboard then, and every browser puts
  // together what takes several keys, as ê does.
  write() {
    const keyboard = document.getElementById('keyboard'), field = this.program.field();
    if (field) {
      // It lies upon the field: the browser moves the page until what is written in is beside the keys.
      const {scale, x, y} = this.view, [left, top, width, height] = field.map((length) => length * scale);
      Object.assign(keyboard.style, {left: `${x + left}px`, top: `${y + top}px`, width: `${width}px`, height: `${height}px`});
      keyboard.setAttribute('aria-label', document.documentElement.lang === 'fr' ? 'texte' : 'text');
      keyboard.focus();
    } else if (document.activeElement === keyboard) {
      keyboard.blur();
    }
  }

  key(event) {
    if (event.target.closest?.('dialog[open]')) return; // a text of the page itself, to be copied
    this.use(event);
    if (!event.target.closest?.('#heard')) this.write();
  }

  use(event) {
    if (!event.key) return; // a browser fills in, or a key that it cannot name
    const sign = [...event.key].length === 1;
    // A third sign of a key: on Windows AltGr is Ctrl and Alt, on a Mac the key Alt alone does it.
    const third = sign && (event.getModifierState('AltGraph') || (MAC && event.altKey && !event.ctrlKey));
    const control = !third && (event.ctrlKey || (MAC && event.metaKey));
    if (event.isComposing || (event.altKey && !third) || (event.metaKey && !control)) return;
    if (event.target.id === 'keyboard' && sign && !control) return; // told as text
    const number = KEYS.indexOf(event.key);
    if (control) {
      const letter = event.key.toLowerCase();
      if (letter === 'v') return; // what is pasted comes by its own event
      if (letter.length === 1 && letter >= 'a' && letter <= 'z') {
        if (!this.program.uses_control(letter.charCodeAt(0), event.shiftKey ? 1 : 0)) return;
        event.preventDefault();
        this.tell(() => this.program.key(1, letter.charCodeAt(0), 1, event.shiftKey ? 1 : 0, event.repeat ? 1 : 0));
        return;
      }
    }
    // Those who hear the page go through its elements by the browser's own keys.
    if (event.target.closest?.('#heard') && ['Tab', 'Enter', ' '].includes(event.key)) return;
    if (number > 1) {
      event.preventDefault();
      this.tell(() => {
        this.program.key(number, 0, control ? 1 : 0, event.shiftKey ? 1 : 0, event.repeat ? 1 : 0);
        if (event.key === ' ') this.program.typed(32);
      });
    } else if (sign && !control) {
      event.preventDefault();
      this.tell(() => this.program.typed(event.key.codePointAt(0)));
    }
  }
}

const TO_ERASE = '·'; // always in a phone's input, so that the key that takes away is told

// A phone's keyboard writes into an input of its own, and changes a word there until it is done: what became different goes
// on to the program.
export function passOnKeyboard(input, program, changed) {
  let known = [TO_ERASE];
  const begin = () => {
    input.value = TO_ERASE;
    known = [TO_ERASE];
  };
  input.addEventListener('focus', begin);
  input.addEventListener('compositionend', begin);
  input.addEventListener('input', (event) => {
    const text = [...input.value];
    let same = 0;
    while (same < known.length && known[same] === text[same]) ++same;
    for (let i = same; i < known.length; ++i) program.key(KEYS.indexOf('Backspace'), 0, 0, 0, 0);
    for (const character of text.slice(same)) program.typed(character.codePointAt(0));
    known = text;
    if (!event.isComposing) begin();
    changed();
  });
}

// The part of the picture that is seen: all of it, or enlarged by two fingers.
export class View {
  constructor(place) {
    this.place = place;
    this.scale = 1;
    this.x = this.y = 0; // of the picture's corner, in pixels of the page
  }
  at(event) {
    const box = this.place.getBoundingClientRect();
    return [(event.clientX - box.left - this.x) / this.scale, (event.clientY - box.top - this.y) / this.scale];
  }
  middle([a, b]) {
    return {x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2,
      apart: Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY))};
  }
  beginPinch(fingers) { this.last = this.middle(fingers); }
  pinch(fingers) {
    const now = this.middle(fingers), box = this.place.getBoundingClientRect();
    const scale = Math.min(4, Math.max(1, this.scale * now.apart / this.last.apart));
    // The point between the fingers stays between them.
    const px = (this.last.x - box.left - this.x) / this.scale, py = (this.last.y - box.top - this.y) / this.scale;
    this.scale = scale;
    this.x = now.x - box.left - px * scale;
    this.y = now.y - box.top - py * scale;
    this.last = now;
    this.keepInside(box);
  }
  shift(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.keepInside(this.place.getBoundingClientRect());
  }
  keepInside(box) {
    this.x = Math.min(0, Math.max(box.width * (1 - this.scale), this.x));
    this.y = Math.min(0, Math.max(box.height * (1 - this.scale), this.y));
  }
}
