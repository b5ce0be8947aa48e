import bidiModule from 'bidi-js';

/** The package is CommonJS with the factory as its only export; its types describe an ES module. */
const bidi = (bidiModule as unknown as typeof bidiModule.default)();

/** The direction of a text; `auto` is that of its first letter. */
export type TextDirection = 'ltr' | 'rtl' | 'auto';

/** A part of a line in one direction. */
export type Run = { text: string; isRightToLeft: boolean };

/** A text with its directions; `runs` are those of a part of it, from left to right. */
export type BidiText = { text: string; isRightToLeft: boolean; runs(start: number, end: number): Run[] };

/** Direction marks, which are not drawn. */
const BIDI_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Applies the Unicode bidirectional algorithm to a text of one paragraph. */
export function bidiText(text: string, direction: TextDirection): BidiText {
  const found = bidi.getEmbeddingLevels(text, direction === 'auto' ? undefined : direction);
  const mirrored = bidi.getMirroredCharactersMap(text, found.levels);
  const letters = Array.from(text, (_, index) => mirrored.get(index) ?? text[index]!);
  return {
    text,
    isRightToLeft: (found.paragraphs[0]?.level ?? 0) % 2 === 1,
    runs: (start, end) => {
      const pieces = levelRunsOf(found.levels, start, end).map(({ from, to, level }) => ({
        level,
        text: letters.slice(from, to).join('').replace(BIDI_MARKS, ''),
      }));
      return inVisualOrder(pieces)
        .filter((piece) => piece.text !== '')
        .map((piece) => ({ text: piece.text, isRightToLeft: piece.level % 2 === 1 }));
    },
  };
}

type LevelRun = { from: number; to: number; level: number };

function levelRunsOf(levels: Uint8Array, start: number, end: number): LevelRun[] {
  const pieces: LevelRun[] = [];
  for (let index = start; index < end; index += 1) {
    const level = levels[index]!;
    const last = pieces.at(-1);
    if (last?.level === level) last.to = index + 1;
    else pieces.push({ from: index, to: index + 1, level });
  }
  return pieces;
}

/** Rule L2: from the highest level down to the lowest odd one, reverses the runs at that level or above. */
function inVisualOrder<R extends { level: number }>(runs: readonly R[]): R[] {
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  let order = [...runs];
  for (let level = highest; level > 0; level -= 1) order = reverseFromLevel(order, level);
  return order;
}

function reverseFromLevel<R extends { level: number }>(runs: readonly R[], level: number): R[] {
  const reversed: R[] = [];
  let group: R[] = [];
  for (const run of runs) {
    if (run.level >= level) group.unshift(run);
    else {
      reversed.push(...group, run);
      group = [];
    }
  }
  return [...reversed, ...group];
}
