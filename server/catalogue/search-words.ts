import { createRequire } from 'node:module';
import { foldForSearch } from '#domain/catalogue/text.ts';

/** Chinese characters and Japanese letters, which stand side by side without spaces between the words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;
/** Most texts have nothing of the part of Unicode where these letters are, which is seen sooner. */
const MAY_BE_UNSPACED = /[\u2e80-\uffff]/;

/**
 * A text as words that searching compares, one space apart: folded, and Chinese and Japanese in overlapping pairs of characters, as
 * simplified ones: 紅樓夢 is "红楼 楼梦". A character alone is a word.
 */
export function wordsOf(text: string): string {
  return splitUnspaced(text, pairsOf);
}

/** As {@link wordsOf}, with each Chinese or Japanese character as a word of its own too: what a query of one character finds. */
export function searchedWordsOf(text: string): string {
  return splitUnspaced(text, (characters) => [...pairsOf(characters), ...(characters.length > 1 ? characters : [])]);
}

function splitUnspaced(text: string, split: (characters: readonly string[]) => readonly string[]): string {
  const folded = foldForSearch(text);
  if (!MAY_BE_UNSPACED.test(folded)) return folded;
  const spaced = folded.replace(UNSPACED, (run) => ` ${split(Array.from(run, simplified)).join(' ')} `);
  return spaced.replace(/ {2,}/g, ' ').trim();
}

function pairsOf(characters: readonly string[]): readonly string[] {
  return characters.length === 1
    ? characters
    : characters.slice(1).map((character, index) => characters[index]! + character);
}

const require = createRequire(import.meta.url);
let simplifiedForms: ReadonlyMap<string, string> | undefined;

/** One character for itself: within words some traditional characters stay, but a pair must be the same word whatever is beside it. */
function simplified(character: string): string {
  simplifiedForms ??= readSimplifiedForms();
  return simplifiedForms.get(character) ?? character;
}

/** Read with the first Chinese or Japanese text. */
function readSimplifiedForms(): ReadonlyMap<string, string> {
  const { default: pairs } = require('opencc-js/dict/TSCharacters') as { default: string };
  return new Map(pairs.split('|').map((pair) => pair.split(' ') as [traditional: string, simplified: string]));
}
