// The window's sounds, made of sines and noise by our own arithmetic: no recording from anywhere.
#pragma once

#include <cstdint>
#include <vector>

namespace losange::window {

inline constexpr unsigned kSampleRate = 44100;

enum class Sound { FirstStone, SecondStone, TakenBack, Win, Lose, Wrong };
inline constexpr int kSounds = 6;

// Mono samples.
std::vector<std::int16_t> synthesise(Sound sound);
// A calm piece of about half a minute that can be played in a loop without a seam.
std::vector<std::int16_t> synthesise_music();

}  // namespace losange::window
