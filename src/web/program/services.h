// What the script does for the program; each is a function of services.js.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {
double losange_measure(const char* text, std::size_t bytes, double size, int bold);
void losange_copy(const char* text);  // losange_copied() comes later
void losange_ask_paste();             // losange_pasted() or losange_paste_refused() comes later
// Samples are handed over with the first use of a sound; `number` is a window::Sound, or the music behind them.
int losange_has_sound(int number);
void losange_keep_sound(int number, const std::int16_t* samples, std::size_t count, unsigned rate);
void losange_play(int number, double volume);
void losange_play_music(int number, double volume);  // 0 is silence
void losange_save_picture(const std::uint32_t* numbers, std::size_t count, const char* texts,
                          int width, int height, const char* name);
void losange_hand_out(const char* path);
void losange_choose_file();  // losange_open_text() comes later
void losange_set_fullscreen(int on);
}
