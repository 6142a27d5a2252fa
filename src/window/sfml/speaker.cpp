#include "window/sfml/speaker.h"

#include <dlfcn.h>

#include <cstdlib>

namespace losange::window {

namespace {

void say_nothing(const char* /*file*/, int /*line*/, const char* /*function*/, int /*error*/,
                 const char* /*format*/, ...) {}

// Where there is no sound card ALSA and OpenAL write so on the terminal, several lines for the first sound: nobody can
// mend it there, and the game is as good without.
void keep_libraries_quiet() {
  ::setenv("ALSOFT_LOGLEVEL", "0", /*overwrite=*/0);
  void* library = ::dlopen("libasound.so.2", RTLD_LAZY);
  if (library == nullptr) return;
  using SetHandler = int (*)(decltype(&say_nothing));
  const auto set = reinterpret_cast<SetHandler>(::dlsym(library, "snd_lib_error_set_handler"));
  if (set != nullptr) set(say_nothing);
}

}  // namespace

std::unique_ptr<Speaker::Voice> Speaker::make(const std::vector<std::int16_t>& samples) {
  static const bool quiet = (keep_libraries_quiet(), true);
  static_cast<void>(quiet);
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
