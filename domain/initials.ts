const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Keeps letters of a joining script apart, so that two initials do not become a word. */
const ZWNJ = '\u200C';

/**
 * Two letters that stand for a name: of its first and last word. Chinese and Korean names of up to three signs give
 * their last two (the given name), longer ones and Japanese their first two; Arabic letters stay unjoined. Empty where
 * the name has no letter.
 */
export function initialsOf(name: string): string {
  const words = name
    .normalize('NFC')
    .split(/[\s\u200C_.,/·・-]+/u)
    .map(lettersOf)
    .filter((letters) => letters.length > 0);
  const [first = [], ...others] = words;
  const last = others.at(-1);
  if (!last && first.every(isEastAsian)) return eastAsian(first).join('');
  const pair = last ? [first[0]!, last[0]!] : first.slice(0, isJoining(first[0] ?? '') ? 1 : 2);
  return pair.map(upper).join(pair.some(isJoining) ? ZWNJ : '');
}

/** Which of `count` tints belongs to a name: always the same. */
export function tintOf(name: string, count: number): number {
  let hash = 0;
  for (const sign of name.normalize('NFC').trim().toLowerCase()) hash = (hash * 31 + sign.codePointAt(0)!) % 1_000_003;
  return hash % count;
}

function lettersOf(word: string): string[] {
  return [...GRAPHEMES.segment(word)].map(({ segment }) => segment).filter((sign) => /^[\p{L}\p{N}]/u.test(sign));
}

function isEastAsian(sign: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sign);
}

function eastAsian(signs: readonly string[]): readonly string[] {
  const isJapanese = signs.some((sign) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sign));
  return signs.length <= 3 && !isJapanese ? signs.slice(-2) : signs.slice(0, 2);
}

function isJoining(sign: string): boolean {
  return /^\p{Script=Arabic}/u.test(sign);
}

/** Upper case only where it is one sign again: `ß` stays. */
function upper(sign: string): string {
  const capital = sign.toUpperCase();
  return [...GRAPHEMES.segment(capital)].length === 1 ? capital : sign;
}
