import bidiModule from 'bidi-js';

/** The package is CommonJS whose one export is the maker; its types speak of an ES module. */
const bidi = (bidiModule as unknown as typeof bidiModule.default)();

/** Which way a text reads; `auto` is as its first letter does. */
export type Reading = 'ltr' | 'rtl' | 'auto';

/** A piece of a line whose letters all run one way, in the order of the eye from left to right. */
export type Run = { text: string; isRightToLeft: boolean };

/** A text with the directions of its parts, to be broken into lines. */
export type Directed = { text: string; isRightToLeft: boolean; runs(start: number, end: number): Run[] };

/** Marks that say how to read and are not written themselves. */
const MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Finds the directions in a text of one paragraph by the Unicode bidirectional algorithm. */
export function directed(text: string, reading: Reading): Directed {
  const found = bidi.getEmbeddingLevels(text, reading === 'auto' ? undefined : reading);
  const mirrored = bidi.getMirroredCharactersMap(text, found.levels);
  const letters = Array.from(text, (_, index) => mirrored.get(index) ?? text[index]!);
  return {
    text,
    isRightToLeft: (found.paragraphs[0]?.level ?? 0) % 2 === 1,
    runs: (start, end) => {
      const pieces = piecesOf(found.levels, start, end).map(({ from, to, level }) => ({
        level,
        text: letters.slice(from, to).join('').replace(MARKS, ''),
      }));
      return inVisualOrder(pieces)
        .filter((piece) => piece.text !== '')
        .map((piece) => ({ text: piece.text, isRightToLeft: piece.level % 2 === 1 }));
    },
  };
}

type Piece = { from: number; to: number; level: number };

function piecesOf(levels: Uint8Array, start: number, end: number): Piece[] {
  const pieces: Piece[] = [];
  for (let index = start; index < end; index += 1) {
    const level = levels[index]!;
    const last = pieces.at(-1);
    if (last?.level === level) last.to = index + 1;
    else pieces.push({ from: index, to: index + 1, level });
  }
  return pieces;
}

/** Rule L2: from the highest level down to the lowest odd one, what stands at that level or above is turned around. */
function inVisualOrder<P extends { level: number }>(pieces: readonly P[]): P[] {
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  let order = [...pieces];
  for (let level = highest; level > 0; level -= 1) order = turnAround(order, level);
  return order;
}

function turnAround<P extends { level: number }>(pieces: readonly P[], level: number): P[] {
  const turned: P[] = [];
  let group: P[] = [];
  for (const piece of pieces) {
    if (piece.level >= level) group.unshift(piece);
    else {
      turned.push(...group, piece);
      group = [];
    }
  }
  return [...turned, ...group];
}
