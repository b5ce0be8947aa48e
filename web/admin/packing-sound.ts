import { useState } from 'react';
import { getStored, setStored } from '../browser/storage.ts';

/** In hertz and seconds: two short low tones. */
const PITCH = 180;
const TONES = [0, 0.18];
const LENGTH = 0.14;

/** Sounds that something was refused; a browser without sound stays silent. */
export function playRefusal(): void {
  if (!('AudioContext' in window)) return;
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.gain.value = 0.2;
  volume.connect(audio.destination);
  const tones = TONES.map((start) => {
    const tone = audio.createOscillator();
    tone.type = 'square';
    tone.frequency.value = PITCH;
    tone.connect(volume);
    tone.start(audio.currentTime + start);
    tone.stop(audio.currentTime + start + LENGTH);
    return tone;
  });
  tones.at(-1)!.onended = () => void audio.close();
}

/** Whether refusals sound in this browser: until it is turned off. */
export function useHasSound() {
  const [hasSound, setHasSound] = useState(() => getStored('packingSound') !== 'off');
  const change = (isOn: boolean) => {
    setHasSound(isOn);
    setStored('packingSound', isOn ? 'on' : 'off');
  };
  return [hasSound, change] as const;
}
