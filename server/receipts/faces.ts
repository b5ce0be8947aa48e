import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { encodeGlyph, type Outline } from './glyph.ts';

/** A face as pdfkit takes it; only what we touch is named. */
export type Face = {
  characterSet: readonly number[];
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): Glyph;
  layout(text: string): { glyphs: readonly { id: number }[] };
  createSubset(): Subset;
};
type Glyph = { codePoints: number[]; path: Outline; advanceWidth: number; _getMetrics(): { leftBearing: number } };
type Subset = {
  font: { getGlyph(id: number): Glyph };
  glyf: Uint8Array[];
  loca: { offsets: number[] };
  hmtx: { metrics: { advance: number; bearing: number }[] };
  offset: number;
};

/** The storefront's own faces, by which a text is looked through for one that has its letters. */
const FILES = [
  'literata/files/literata-latin-wght-normal',
  'vazirmatn/files/vazirmatn-arabic-wght-normal',
  'literata/files/literata-latin-ext-wght-normal',
  'literata/files/literata-vietnamese-wght-normal',
  'literata/files/literata-cyrillic-wght-normal',
  'literata/files/literata-cyrillic-ext-wght-normal',
  'literata/files/literata-greek-wght-normal',
  'literata/files/literata-greek-ext-wght-normal',
] as const;
export type FaceName = (typeof FILES)[number];

const { resolve } = createRequire(import.meta.url);
/** pdfkit's own, so that a face is what it expects. */
const fontkit = createRequire(resolve('pdfkit'))('fontkit') as { create(bytes: Buffer): Face };
const faces = new Map<FaceName, Face>();

/** A face of the storefront, read when it is first needed. */
export function faceOf(name: FaceName): Face {
  const face =
    faces.get(name) ?? embeddable(fontkit.create(readFileSync(resolve(`@fontsource-variable/${name}.woff2`))));
  faces.set(name, face);
  return face;
}

/** The first face that has a character, the one in use before all others; without one the first shows its blank. */
export function faceFor(character: string, inUse?: FaceName): FaceName {
  const codePoint = character.codePointAt(0)!;
  const candidates = inUse ? [inUse, ...FILES] : FILES;
  return candidates.find((name) => faceOf(name).hasGlyphForCodePoint(codePoint)) ?? FILES[0];
}

/**
 * Mends what fontkit does not do. A glyph that it met first as a part of another never learns its letter, and would not
 * join its neighbours: each is met by its letter before all. And a subset's glyphs are copied out of tables that a WOFF2
 * keeps in another form: they are drawn anew.
 */
function embeddable(face: Face): Face {
  for (const codePoint of face.characterSet) face.glyphForCodePoint(codePoint).codePoints = lettersOf(codePoint);
  const createSubset = face.createSubset.bind(face);
  return Object.assign(face, { createSubset: () => Object.assign(createSubset(), { _addGlyph: addGlyph }) });
}

const JOINED = /[\ufb50-\ufdff\ufe70-\ufeff]/;

/** What a reader copies: of an Arabic letter's joined form the letter itself. */
function lettersOf(codePoint: number): number[] {
  const character = String.fromCodePoint(codePoint);
  const letters = JOINED.test(character) ? character.normalize('NFKC') : character;
  return Array.from(letters, (letter) => letter.codePointAt(0)!);
}

function addGlyph(this: Subset, id: number): number {
  const glyph = this.font.getGlyph(id);
  const bytes = encodeGlyph(glyph.path);
  this.loca.offsets.push(this.offset);
  this.glyf.push(bytes);
  this.hmtx.metrics.push({ advance: glyph.advanceWidth, bearing: glyph._getMetrics().leftBearing });
  this.offset += bytes.length;
  return this.glyf.length - 1;
}
