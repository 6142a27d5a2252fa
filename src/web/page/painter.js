// Paints what the program draws (src/web/canvas.h) on a canvas: each shape as the browser's own, with its soft edges.

const HALF_CAPITAL = 0.36; // of the em: from the middle of capitals to the base line, as everywhere in Losange
const ALIGNS = ['left', 'center', 'right'];

const colors = new Map();
function css(color) {
  let text = colors.get(color);
  if (text === undefined) {
    text = `rgba(${color >>> 24},${(color >>> 16) & 255},${(color >>> 8) & 255},${(color & 255) / 255})`;
    if (colors.size > 4096) colors.clear();
    colors.set(color, text);
  }
  return text;
}

// The program's memory as it is now: it grows.
let words = new Uint32Array(0);
export function wordsOf(module) {
  if (words.buffer !== module.wasmMemory.buffer) words = new Uint32Array(module.wasmMemory.buffer);
  return words;
}

export function fontOf(size, bold) {
  return `${bold ? 600 : 400} ${size}px Inter, "DejaVu Sans", sans-serif`;
}

// `numbers` is where the program's numbers begin, `texts` where its texts do; both in bytes.
export function paint(context, module, numbers, count, texts) {
  const whole = wordsOf(module), real = new Float32Array(whole.buffer);
  const path = (at, points) => {
    context.beginPath();
    context.moveTo(real[at], real[at + 1]);
    for (let i = 1; i < points; ++i) context.lineTo(real[at + 2 * i], real[at + 2 * i + 1]);
  };
  context.lineCap = 'round';
  context.lineJoin = 'round';
  let at = numbers >>> 2;
  const end = at + count;
  while (at < end) {
    const kind = whole[at], color = css(whole[at + 1]);
    at += 2;
    if (kind === 0) {
      const points = whole[at];
      context.fillStyle = color;
      path(at + 1, points);
      context.fill();
      at += 1 + 2 * points;
    } else if (kind === 1) {
      context.fillStyle = color;
      context.beginPath();
      context.arc(real[at], real[at + 1], Math.max(0, real[at + 2]), 0, 2 * Math.PI);
      context.fill();
      at += 3;
    } else if (kind === 2) {
      const points = whole[at + 2];
      context.strokeStyle = color;
      context.lineWidth = real[at];
      path(at + 3, points);
      if (whole[at + 1]) context.closePath();
      context.stroke();
      at += 3 + 2 * points;
    } else {
      const size = real[at + 2];
      context.fillStyle = color;
      context.font = fontOf(size, whole[at + 4]);
      context.textAlign = ALIGNS[whole[at + 3]];
      const text = module.UTF8ToString(texts + whole[at + 5], whole[at + 6]);
      context.fillText(text, real[at], real[at + 1] + HALF_CAPITAL * size);
      at += 7;
    }
  }
}
