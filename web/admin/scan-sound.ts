import { readDraft, saveDraft } from '../forms/drafts.ts';

const SOUND = 'scan-sound';

/** Whether a scan is heard, as chosen in this tab. */
export function isScanHeard(): boolean {
  return readDraft(SOUND) !== 'off';
}

export function setScanHeard(isHeard: boolean): void {
  saveDraft(SOUND, isHeard ? '' : 'off');
}

let audio: AudioContext | undefined;

/** A short high tone for a book that was taken, a long low one for one that was refused. */
export function playScanSound(isTaken: boolean): void {
  if (!isScanHeard() || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.type = isTaken ? 'sine' : 'square';
  tone.frequency.value = isTaken ? 1320 : 180;
  volume.gain.value = 0.12;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + (isTaken ? 0.08 : 0.5));
}
