#include "window/sfml/speaker.h"

namespace losange::window {

std::unique_ptr<Speaker::Voice> Speaker::make(const std::vector<std::int16_t>& samples) {
  auto voice = std::make_unique<Voice>();
  voice->buffer.loadFromSamples(samples.data(), samples.size(), 1, kSampleRate);
  voice->sound.setBuffer(voice->buffer);
  return voice;
}

void Speaker::play(Sound sound, const Settings& settings) {
  if (settings.mute || settings.effects <= 0) return;
  auto& voice = voices_[static_cast<std::size_t>(sound)];
  if (!voice) voice = make(synthesise(sound));
  voice->sound.setVolume(static_cast<float>(100 * settings.effects));
  voice->sound.play();
}

void Speaker::update_music(const Settings& settings) {
  const bool heard = !settings.mute && settings.music > 0;
  if (!heard) {
    if (music_) music_->sound.pause();
    return;
  }
  if (!music_) {
    music_ = make(synthesise_music());
    music_->sound.setLoop(true);
  }
  music_->sound.setVolume(static_cast<float>(60 * settings.music));
  if (music_->sound.getStatus() != sf::Sound::Playing) music_->sound.play();
}

}  // namespace losange::window
