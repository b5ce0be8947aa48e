import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute } from 'node:path';

/** What we use of a font as fontkit reads it, lengths in its units; fontkit has no types. */
export type Font = {
  unitsPerEm: number;
  characterSet: readonly number[];
  layout(text: string): { glyphs: readonly Glyph[]; positions: readonly GlyphPosition[] };
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): Glyph;
};
type PathCommand = { command: string; args: readonly number[] };
export type Glyph = {
  id: number;
  codePoints: number[];
  advanceWidth: number;
  bbox: unknown;
  path: { commands: readonly PathCommand[] };
};
export type GlyphPosition = { xAdvance: number; xOffset: number; yOffset: number };

const require = createRequire(import.meta.url);
const fonts = new Map<string, Font>();

/**
 * A font of `@expo-google-fonts` (`literata/400Regular/Literata_400Regular.ttf`) or one with a path of its own, read with what reads
 * it when it is first used.
 */
export function openFont(file: string): Font {
  const font = fonts.get(file) ?? parseFont(readFileSync(pathOf(file)));
  fonts.set(file, font);
  return font;
}

function pathOf(file: string): string {
  return isAbsolute(file) ? file : require.resolve(`@expo-google-fonts/${file}`);
}

export function parseFont(bytes: Buffer): Font {
  const fontkit = require('fontkit') as { create(bytes: Buffer): Font };
  return withCodePoints(fontkit.create(bytes));
}

/**
 * Tells every glyph which characters it is. fontkit caches a glyph as it first meets it: one that is first met as a part
 * of another (the alef of آ) would have no character, and would neither join its neighbours nor be copied from the PDF.
 */
function withCodePoints(font: Font): Font {
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint).codePoints = lettersOf(codePoint);
  return font;
}

const PRESENTATION_FORMS = /[\ufb00-\ufdff\ufe70-\ufeff]/;

/** What a reader copies: the letters of a ligature or of the joined form of an Arabic letter. */
function lettersOf(codePoint: number): number[] {
  const character = String.fromCodePoint(codePoint);
  const letters = PRESENTATION_FORMS.test(character) ? character.normalize('NFKC') : character;
  return Array.from(letters, (letter) => letter.codePointAt(0)!);
}

const WEIGHTS = { 400: '400Regular', 600: '600SemiBold', 800: '800ExtraBold' } as const;

/** Fonts of a weight for scripts that our own faces do not have. */
export function otherScripts(weight: keyof typeof WEIGHTS): string[] {
  const name = WEIGHTS[weight];
  return ['Tamil', 'Devanagari', 'Thai', 'Hebrew'].map(
    (script) => `noto-sans-${script.toLowerCase()}/${name}/NotoSans${script}_${name}.ttf`,
  );
}

/** fontkit reverses text with letters of these scripts, digits included, and no other. */
export const REVERSED = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Scripts whose letters depend on their neighbours: a text in them is shaped to be measured. */
export const SHAPED = /[\p{Script=Arabic}\p{Script=Tamil}\p{Script=Devanagari}\p{Script=Thai}]/u;

/** Scripts without spaces between words: a line may end after any character. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Signs and small letters of such scripts that no line begins with. */
export const CLOSING = /[\p{Pe}\p{Pf}、。，．：；！？・ー…々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ]/u;

/** Signs that no line ends with. */
export const OPENING = /[\p{Ps}\p{Pi}]/u;

/** Vowel signs are drawn before the letter that they follow, or below a sign that they follow. */
export const REORDERED = /[\p{Script=Tamil}\p{Script=Devanagari}\p{Script=Thai}]/u;

/**
 * A run of one direction as fontkit must get it, so that its glyphs come out from left to right. Thai's vowel am is a ring below the
 * tone mark, which fontkit does not know, and an aa.
 */
export function textToShape(text: string, isRightToLeft: boolean): string {
  const ordered = REVERSED.test(text) === isRightToLeft ? text : [...text].toReversed().join('');
  return ordered.replace(/([\u0e48-\u0e4b]?)\u0e33/g, '\u0e4d$1\u0e32');
}

/** What a reader copies of a text that was shaped: the opposite of {@link textToShape} from left to right. */
export function writtenText(shaped: string): string {
  return shaped.replace(/\u0e4d([\u0e48-\u0e4b]?)\u0e32/g, '$1\u0e33');
}

const THAI = /\p{Script=Thai}/u;
const thaiWords = new Intl.Segmenter('th', { granularity: 'word' });

/** Where the words of Thai begin, which has no spaces between them: a line may end before each. */
export function thaiWordStarts(text: string): number[] {
  if (!THAI.test(text)) return [];
  const isWithinThai = (index: number) => THAI.test(text[index - 1] ?? '') && THAI.test(text[index]!);
  return Array.from(thaiWords.segment(text), ({ index }) => index).filter(isWithinThai);
}
