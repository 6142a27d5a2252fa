// Plays what the program synthesised. Browsers allow sound after the first click or key alone: until then nothing is
// heard and nothing waits.

export class Speaker {
  constructor() {
    this.buffers = new Map();
    this.context = null;
    this.music = null;
  }

  has(number) { return this.buffers.has(number); }

  keep(number, samples, rate) { this.buffers.set(number, {samples, rate}); }

  play(number, volume) {
    const voice = this.voice(number, volume);
    if (voice) voice.source.start();
  }

  // The first click or key came: what could not be heard before can be now.
  wake() { if (this.wanted) this.playMusic(...this.wanted); }

  playMusic(number, volume) {
    this.wanted = [number, volume];
    if (volume <= 0) {
      if (this.music) this.music.source.stop();
      this.music = null;
    } else if (this.music) {
      this.music.gain.gain.value = volume;
    } else if ((this.music = this.voice(number, volume))) {
      this.music.source.loop = true;
      this.music.source.start();
    }
  }

  // Null where nothing is heard: not yet, or not in this browser.
  voice(number, volume) {
    if (!navigator.userActivation?.hasBeenActive || typeof AudioContext === 'undefined') return null;
    this.context ??= new AudioContext();
    if (this.context.state === 'suspended') this.context.resume();
    const kept = this.buffers.get(number);
    if (!kept.buffer) {
      kept.buffer = this.context.createBuffer(1, kept.samples.length, kept.rate);
      const channel = kept.buffer.getChannelData(0);
      for (let i = 0; i < channel.length; ++i) channel[i] = kept.samples[i] / 32768;
    }
    const source = this.context.createBufferSource(), gain = this.context.createGain();
    source.buffer = kept.buffer;
    gain.gain.value = volume;
    source.connect(gain).connect(this.context.destination);
    return {source, gain};
  }
}
