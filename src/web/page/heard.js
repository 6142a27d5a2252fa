// The canvas for those who hear it: hidden elements in the places of the frame's widgets (src/web/heard.h), which screen
// readers tell and use. A click on one is a click on the canvas there, so that both do the same.

export class Heard {
  constructor(place, live, program, changed) {
    Object.assign(this, {place, live, program, changed});
    this.elements = new Map();
    this.said = '';
  }

  // After a frame; elements that are still there stay, so that nobody loses their place.
  update() {
    const widgets = JSON.parse(this.program.heard_widgets());
    const seen = new Set();
    let before = null;
    for (const widget of widgets) {
      if (!widget.name && widget.kind === 'button') continue;
      const key = `${widget.kind} ${widget.id}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const element = this.elements.get(key) ?? this.make(key, widget);
      element.widget = widget;
      this.fill(element, widget);
      const next = before ? before.nextSibling : this.place.firstChild;
      if (next !== element) this.place.insertBefore(element, next);
      before = element;
    }
    for (const [key, element] of this.elements) {
      if (seen.has(key)) continue;
      element.remove();
      this.elements.delete(key);
    }
    const move = this.program.heard_move(), notice = this.program.notice();
    const text = notice || move;
    if (text !== this.said) this.live.textContent = this.said = text;
  }

  make(key, widget) {
    const tag = {button: 'button', field: 'input', slider: 'input', board: 'div'}[widget.kind];
    const element = document.createElement(tag);
    if (widget.kind === 'slider') Object.assign(element, {type: 'range', min: 0, max: 1, step: 0.05});
    if (widget.kind === 'board') {
      element.className = 'board';
      element.setAttribute('role', 'group');
      element.cells = [];
    }
    const center = () => {
      const w = element.widget;
      return [w.x + w.width / 2, w.y + w.height / 2];
    };
    if (widget.kind === 'button') element.onclick = () => this.click(...center());
    if (widget.kind === 'slider') {
      element.oninput = () => {
        const w = element.widget;
        this.click(w.x + w.width * Number(element.value), w.y + w.height / 2);
      };
    }
    if (widget.kind === 'field') {
      element.onfocus = () => this.click(...center());
    }
    this.elements.set(key, element);
    return element;
  }

  fill(element, widget) {
    const set = (name, value) => { if (element.getAttribute(name) !== value) element.setAttribute(name, value); };
    if (widget.name) set('aria-label', widget.name);
    if (widget.on !== undefined) set('aria-pressed', String(widget.on));
    else element.removeAttribute('aria-pressed');
    const style = element.style;
    style.left = `${widget.x}px`;
    style.top = `${widget.y}px`;
    style.width = `${widget.width}px`;
    style.height = `${widget.height}px`;
    if (widget.kind === 'slider') element.value = widget.value;
    if (widget.kind === 'field') element.value = widget.text;
    if (widget.kind === 'board') this.fillBoard(element, widget);
  }

  fillBoard(element, widget) {
    element.setAttribute('aria-label', document.documentElement.lang === 'fr' ? 'plateau' : 'board');
    const cells = widget.cells ?? [];
    while (element.cells.length > cells.length) element.cells.pop().remove();
    cells.forEach(([name, state, x, y], i) => {
      let cell = element.cells[i];
      if (!cell) {
        cell = document.createElement('button');
        cell.onclick = () => this.click(cell.x, cell.y);
        element.append(cell);
        element.cells.push(cell);
      }
      [cell.x, cell.y] = [x, y];
      const label = state ? `${name}, ${state}` : name;
      if (cell.getAttribute('aria-label') !== label) cell.setAttribute('aria-label', label);
      cell.style.left = `${x - widget.x - 4}px`;
      cell.style.top = `${y - widget.y - 4}px`;
    });
  }

  // Uses the widget with this id; false where there is none.
  use(id) {
    const widget = JSON.parse(this.program.heard_widgets()).find((one) => one.id === id);
    if (widget) this.click(widget.x + widget.width / 2, widget.y + widget.height / 2);
    return widget !== undefined;
  }

  click(x, y) {
    this.program.pointer_moved(x, y);
    this.program.pointer_pressed(x, y);
    this.program.pointer_released(x, y);
    this.program.pointer_moved(-1, -1);
    this.changed();
  }
}
