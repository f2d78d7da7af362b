// The bell of pages that call a reader who looks elsewhere.
export function ring() {
  const sound = new AudioContext();
  const [tone, volume] = [sound.createOscillator(), sound.createGain()];
  tone.connect(volume).connect(sound.destination);
  volume.gain.setValueAtTime(0.2, sound.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.8);
  tone.frequency.value = 880;
  tone.onended = () => sound.close();
  tone.start();
  tone.stop(sound.currentTime + 0.8);
}
