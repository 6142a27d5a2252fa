// The program's functions (src/web/program/exports.cpp) as the other scripts call them.

const PLAIN = ['open', 'resize', 'pointer_moved', 'pointer_pressed', 'pointer_released', 'wheel', 'key', 'typed', 'keep',
  'file_was_unreadable', 'paste_refused', 'copied', 'analysing', 'analyse',
  'uses_control', 'fullscreen_is', 'kind_at', 'tick', 'draw', 'screen', 'language', 'ground', 'thinks'];
const TAKES_TEXT = ['pasted', 'paste_key', 'open_text', 'open_address', 'takes_file'];
const GIVES_TEXT = ['address', 'heard_widgets', 'heard_move', 'notice'];

export function programOf(module) {
  const program = {module};
  for (const name of PLAIN) program[name] = module[`_losange_${name}`];
  for (const name of GIVES_TEXT) program[name] = () => module.UTF8ToString(module[`_losange_${name}`]());
  program.field = () => {
    const place = module._losange_field();
    return place === 0 ? null : [...new Float64Array(module.wasmMemory.buffer, place, 4)];
  };
  for (const name of TAKES_TEXT) {
    program[name] = (text, ...numbers) => {
      const bytes = module.lengthBytesUTF8(text) + 1, place = module._malloc(bytes);
      if (place === 0) return undefined;
      module.stringToUTF8(text, place, bytes);
      const answer = module[`_losange_${name}`](place, ...numbers);
      module._free(place);
      return answer;
    };
  }
  return program;
}
