import { latinDigits } from '../latin-digits.ts';

const ARTICLES: Record<string, readonly string[]> = {
  en: ['the ', 'a ', 'an '],
  de: ['der ', 'die ', 'das ', 'ein ', 'eine '],
  fr: ['le ', 'la ', 'les ', "l'", 'un ', 'une '],
  pt: ['o ', 'a ', 'os ', 'as ', 'um ', 'uma '],
};

/**
 * A text as searching compares it: lower case, without accents and points, Arabic letter forms as Persian writes
 * them, Persian digits as ASCII, zero-width joiners as spaces, punctuation gone. Vowel signs that a script cannot do
 * without, as Tamil's and Thai's, stay.
 */
export function foldForSearch(text: string): string {
  return PLAIN.test(text) ? foldPlain(text) : foldAny(text);
}

/** Texts without accents and in Latin letters are folded several times as fast. */
// oxlint-disable-next-line no-control-regex -- ASCII is the point
const PLAIN = /^[\0-\x7f]*$/;

function foldPlain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("'", '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Accents of any script, and the points of Arabic and Hebrew. */
const ACCENTS = /(?=\p{M})[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Cyrillic}]/gu;

function foldAny(text: string): string {
  return latinDigits(text)
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(/[يى]/g, 'ی')
    .replace(/ك/g, 'ک')
    .replace(/[ەة]/g, 'ه')
    .replace(/ß/g, 'ss')
    .replace(/[æ]/g, 'ae')
    .replace(/œ/g, 'oe')
    .replace(/ø/g, 'o')
    .replace(/['’ʼ]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** A title as sorting compares it: folded, without the article that its language skips. */
export function titleSortKey(title: string, language: string): string {
  const lower = title.toLowerCase().replace(/’/g, "'");
  const article = (ARTICLES[language.slice(0, 2)] ?? []).find((word) => lower.startsWith(word));
  return foldForSearch(article ? title.slice(article.length) : title) || foldForSearch(title);
}

/** A person's name as sorting compares it: last word first. */
export function nameSortKey(name: string): string {
  const words = foldForSearch(name).split(' ');
  return [words.at(-1), ...words.slice(0, -1)].join(' ');
}

/** A text as part of an address: folded, words joined by hyphens, at most 80 characters, never empty. */
export function slugOf(text: string): string {
  const slug = foldForSearch(text).replaceAll(' ', '-').slice(0, 80);
  return slug.replace(/[\ud800-\udbff]$/, '').replace(/-+$/, '') || 'x';
}

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
export function avatarColorIndex(name: string, count: number): number {
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
