// Plays the synthesised sounds. The sound device is opened with the first sound that is to be
// heard.
#pragma once

#include <SFML/Audio.hpp>
#include <array>
#include <memory>

#include "window/choices/settings.h"
#include "window/choices/sound.h"

namespace losange::window {

class Speaker {
 public:
  void play(Sound sound, const Settings& settings);
  void update_music(const Settings& settings);

 private:
  struct Voice {
    sf::SoundBuffer buffer;
    sf::Sound sound;
  };
  static std::unique_ptr<Voice> make(const std::vector<std::int16_t>& samples);

  std::array<std::unique_ptr<Voice>, kSounds> voices_;
  std::unique_ptr<Voice> music_;
};

}  // namespace losange::window
