const PERSIAN_SOUNDS: Record<string, string> = {
  ب: 'b',
  پ: 'p',
  ت: 't',
  ث: 's',
  ج: 'j',
  چ: 'ch',
  ح: 'h',
  خ: 'kh',
  د: 'd',
  ذ: 'z',
  ر: 'r',
  ز: 'z',
  ژ: 'zh',
  س: 's',
  ش: 'sh',
  ص: 's',
  ض: 'z',
  ط: 't',
  ظ: 'z',
  غ: 'gh',
  ف: 'f',
  ق: 'gh',
  ک: 'k',
  گ: 'g',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
};
const LATIN_SOUNDS: readonly [RegExp, string][] = [
  [/ph/g, 'f'],
  [/tch/g, 'ch'],
  [/dj/g, 'j'],
  [/q/g, 'gh'],
  [/x/g, 'kh'],
  [/c(?!h)/g, 'k'],
  [/[aeiouyvw]/g, ''],
];
/** No word begins so: the token of a sound is no word's. */
const SOUND_PREFIX = 'xl';

/**
 * A token for the sound of a folded word in Persian or Latin letters, without vowels: the same for حافظ, hafez and hafiz. None
 * for a word of less than three consonants, which sounds like too many others.
 */
export function soundToken(word: string): string | undefined {
  const isPersian = /\p{Script=Arabic}/u.test(word);
  const sounds = isPersian
    ? [...word].map((letter) => PERSIAN_SOUNDS[letter] ?? '').join('')
    : LATIN_SOUNDS.reduce((text, [letters, sound]) => text.replace(letters, sound), word);
  const sound = sounds.replace(/(.)\1+/g, '$1').replace(/(?<!^|[csgzk])h$/, '');
  return sound.length >= 3 ? SOUND_PREFIX + sound : undefined;
}

const VOLUME_WORDS = 'vol|volume|no|number|book|part|band|bd|teil|tome|livre|volumen|livro|parte|جلد|کتاب|شماره';

/** A folded query without the word for "volume" before its last number: series are indexed with the number alone. */
export function withoutVolumeWord(query: string): string {
  return query.replace(new RegExp(`(?<= )(?:${VOLUME_WORDS}) (?=\\d+$)`, 'u'), '');
}
