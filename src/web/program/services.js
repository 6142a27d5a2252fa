// What the program asks of the page (services.h): each call goes on to the object that page/main.js put there.
mergeInto(LibraryManager.library, {
  losange_measure: function (text, bytes, size, bold) {
    return Module['page'].measure(UTF8ToString(text, bytes), size, bold);
  },
  losange_copy: function (text) { Module['page'].copy(UTF8ToString(text)); },
  losange_ask_paste: function () { Module['page'].askPaste(); },
  losange_has_sound: function (number) { return Module['page'].hasSound(number) ? 1 : 0; },
  losange_keep_sound: function (number, samples, count, rate) {
    Module['page'].keepSound(number, HEAP16.slice(samples >> 1, (samples >> 1) + count), rate);
  },
  losange_play: function (number, volume) { Module['page'].play(number, volume); },
  losange_play_music: function (number, volume) { Module['page'].playMusic(number, volume); },
  losange_save_picture: function (numbers, count, texts, width, height, name) {
    Module['page'].savePicture(numbers, count, texts, width, height, UTF8ToString(name));
  },
  losange_hand_out: function (path) { Module['page'].handOut(UTF8ToString(path)); },
  losange_choose_file: function () { Module['page'].chooseFile(); },
  losange_set_fullscreen: function (on) { Module['page'].setFullscreen(on !== 0); },
});
