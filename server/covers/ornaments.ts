import { GRID, setLine } from './lettering.ts';
import { escapeXml, type Block, type TextStyle } from './typography.ts';

/** A square tile that repeats in both directions, in two colors. */
export type Ornament = { size: number; draw: (first: string, second: string) => string };

function filledShape(path: string, fill: string): string {
  return `<path fill="${fill}" d="${path}"/>`;
}

function strokedShape(path: string, stroke: string, width: number): string {
  return `<path fill="none" stroke="${stroke}" stroke-width="${width}" d="${path}"/>`;
}

export const ORNAMENTS = {
  kawung: {
    size: 48,
    draw: (a, b) =>
      filledShape(
        'M3 3q18 1 19 19q-18-1-19-19M45 3q-18 1-19 19q18-1 19-19M3 45q18-1 19-19q-18 1-19 19M45 45q-18-1-19-19q18 1 19 19',
        a,
      ) + filledShape('M24 8l3 5-3 5-3-5zM24 30l3 5-3 5-3-5zM8 24l5-3 5 3-5 3zM30 24l5-3 5 3-5 3z', b),
  },
  anyaman: {
    size: 40,
    draw: (a, b) =>
      strokedShape('M1 4h18M1 10h18M1 16h18M21 24h18M21 30h18M21 36h18', a, 3) +
      strokedShape('M24 1v18M30 1v18M36 1v18M4 21v18M10 21v18M16 21v18', b, 3),
  },
  songket: {
    size: 40,
    draw: (a, b) =>
      filledShape('M20 4l4 7 8-3-3 8 7 4-7 4 3 8-8-3-4 7-4-7-8 3 3-8-7-4 7-4-3-8 8 3z', a) +
      filledShape('M20 15l5 5-5 5-5-5zM0-4l4 4-4 4-4-4zM40-4l4 4-4 4-4-4zM0 36l4 4-4 4-4-4zM40 36l4 4-4 4-4-4z', b),
  },
  scales: {
    size: 40,
    draw: (a, b) =>
      filledShape('M0 20a20 20 0 0 1 40 0z', a) + filledShape('M-20 40a20 20 0 0 1 40 0zM20 40a20 20 0 0 1 40 0z', b),
  },
  quarters: {
    size: 60,
    draw: (a, b) =>
      filledShape('M0 0h30a30 30 0 0 1-30 30zM60 60h-30a30 30 0 0 1 30-30z', a) +
      filledShape('M30 0h30v30a30 30 0 0 1-30-30zM30 60h-30v-30a30 30 0 0 1 30 30z', b),
  },
  diamonds: {
    size: 36,
    draw: (a, b) =>
      filledShape('M18 3l11 15-11 15-11-15z', a) +
      filledShape('M0-9l6 9-6 9-6-9zM36-9l6 9-6 9-6-9zM0 27l6 9-6 9-6-9zM36 27l6 9-6 9-6-9z', b),
  },
  leaves: {
    size: 44,
    draw: (a, b) =>
      filledShape('M22 40q-18-8-14-32q16 6 14 32M22 40q18-8 14-32q-16 6-14 32', a) +
      filledShape('M22 4a3 3 0 1 0 .1 0M0 26a3 3 0 1 0 .1 0M44 26a3 3 0 1 0 .1 0', b),
  },
  beads: {
    size: 30,
    draw: (a, b) =>
      filledShape('M15 6a9 9 0 1 0 .1 0', a) +
      filledShape('M0-3a3 3 0 1 0 .1 0M30-3a3 3 0 1 0 .1 0M0 27a3 3 0 1 0 .1 0M30 27a3 3 0 1 0 .1 0', b),
  },
} satisfies Record<string, Ornament>;

/** The colors of a cover: `text` is legible on `field`, `print` on `panel`; the others are for ornaments. */
export type CoverTheme = {
  field: string;
  text: string;
  panel: string;
  print: string;
  accent: string;
  soft: string;
  deep: string;
  /** The first letter of the title. */
  initial: string;
  /** An integer from 0 to `sides` - 1, always the same for the same book and salt. */
  roll: (salt: string, sides: number) => number;
};

/** A composed cover. With `anchor: 'start'` it is mirrored for right-to-left languages. */
export type Layout = TextStyle & { art: string; title: Block; author: Block };
export type Composition = (theme: CoverTheme) => Layout;

export type Point = [x: number, y: number];
type Inks = [first: string, second: string];
/** `tile` is the width of one tile. */
type Area = { x: number; y: number; width: number; height: number; tile: number };

/** Picks a choice by the book's hash. */
export function pick<T>(theme: CoverTheme, salt: string, choices: readonly [T, ...T[]]): T {
  return choices[theme.roll(salt, choices.length)] ?? choices[0];
}

export function fillPath(color: string, path: string): string {
  return `<path fill="${color}" d="${path}"/>`;
}

export function strokePath(color: string, path: string, width = 1): string {
  return `<path fill="none" stroke="${color}" stroke-width="${width}" d="${path}"/>`;
}

export function circle(color: string, [x, y]: Point, radius: number): string {
  return `<circle fill="${color}" cx="${x}" cy="${y}" r="${radius}"/>`;
}

function pickOrnament(theme: CoverTheme): Ornament {
  const { kawung, anyaman, songket, scales, quarters, diamonds, leaves, beads } = ORNAMENTS;
  return pick(theme, 'ornament', [kawung, anyaman, songket, scales, quarters, diamonds, leaves, beads]);
}

/** Fills an area with the book's ornament, starting in its upper left corner. */
export function patternArea(theme: CoverTheme, { x, y, width, height, tile }: Area, inks: Inks): string {
  const { size, draw } = pickOrnament(theme);
  const scale = Math.round((1000 * tile) / size) / 1000;
  const place = `translate(${x} ${y})scale(${scale})`;
  return (
    `<pattern id="p" width="${size}" height="${size}" patternUnits="userSpaceOnUse" patternTransform="${place}">` +
    `${draw(...inks)}</pattern>${fillPath('url(#p)', `M${x} ${y}h${width}v${height}h-${width}z`)}`
  );
}

/** A single tile, 44 units wide, centred on a point. */
export function emblem(theme: CoverTheme, [x, y]: Point, inks: Inks): string {
  const { kawung, songket, leaves, diamonds } = ORNAMENTS;
  const { size, draw } = pick(theme, 'emblem', [kawung, songket, leaves, diamonds]);
  const scale = Math.round(4400 / size) / 100;
  return `<g transform="translate(${x - 22} ${y - 22})scale(${scale})">${draw(...inks)}</g>`;
}

const BOARD = { x: 0, y: 0, width: 300, height: 450 };

/** A bookplate pasted on a patterned board. */
export function plate(theme: CoverTheme): Layout {
  const [shape, foot] = pick(theme, 'shape', [
    ['M44 60h212v232h-212z', 292],
    ['M58 60h184a14 14 0 0 0 14 14v204a14 14 0 0 0-14 14h-184a14 14 0 0 0-14-14v-204a14 14 0 0 0 14-14z', 292],
    ['M44 166a106 106 0 0 1 212 0v176h-212z', 342],
  ]);
  return {
    face: pick(theme, 'face', ['serif', 'book']),
    anchor: 'middle',
    art:
      patternArea(theme, { ...BOARD, tile: pick(theme, 'tile', [30, 37.5, 50, 75]) }, [theme.soft, theme.accent]) +
      `<path fill="${theme.panel}" stroke="${theme.panel}" stroke-width="12" d="${shape}"/>` +
      strokePath(theme.accent, shape, 1.5) +
      strokePath(theme.print, `M135 ${foot - 50}h30`),
    title: { x: 150, y: foot - 220, width: 182, height: 160, rise: 'middle', largest: 38, fill: theme.print },
    author: { x: 150, y: foot - 42, width: 190, height: 32, rise: 'middle', fill: theme.print },
  };
}

/** The first letter of the title, illuminated. */
export function initial(theme: CoverTheme): Layout {
  const size = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d]/u.test(theme.initial) ? 200 : 132;
  const area = { x: 42, y: 34, width: 216, height: 216, tile: pick(theme, 'tile', [27, 36, 43.2]) };
  return {
    face: 'serif',
    anchor: 'middle',
    art:
      patternArea(theme, area, [theme.soft, theme.soft]) +
      strokePath(theme.accent, 'M42 34h216v216h-216z', 1.5) +
      drawInitial(theme.initial, { size, fill: theme.text }),
    title: { x: 150, y: 268, width: 240, height: 106, rise: 'middle', largest: 36, fill: theme.text },
    author: { x: 150, y: 388, width: 240, height: 30, rise: 'bottom', fill: theme.text },
  };
}

const INITIAL_WIDTH = 186;

/** The letter in the middle of its field: as an outline, or as text where our fonts do not have it. */
function drawInitial(letter: string, { size, fill }: { size: number; fill: string }): string {
  const y = Math.round(142 + size * 0.35);
  const set = setLine(letter, { face: 'serif', direction: 'auto', spacing: 0 });
  if (!set)
    return `<text x="150" y="${y}" font-family="serif" font-size="${size}" text-anchor="middle" fill="${fill}">${escapeXml(letter)}</text>`;
  const fitted = Math.min(size, Math.floor(INITIAL_WIDTH / set.width));
  const place = `translate(${Math.round(150 - (set.width * fitted) / 2)} ${y})scale(${fitted / GRID})`;
  return `<path fill="${fill}" transform="${place}" d="${set.path}"/>`;
}

/** Rows of one ornament below the text. */
export function rows(theme: CoverTheme): Layout {
  const [tile, count] = pick(theme, 'rows', [
    [75, 3],
    [60, 3],
    [60, 4],
    [50, 4],
    [37.5, 6],
  ]);
  const y = 450 - tile * count;
  return {
    face: pick(theme, 'face', ['sans', 'book']),
    anchor: 'start',
    art: patternArea(theme, { x: 0, y, width: 300, height: 450 - y, tile }, [theme.accent, theme.panel]),
    title: { x: 30, y: 36, width: 240, height: y - 92, largest: 54, fill: theme.text },
    author: { x: 30, y: y - 48, width: 240, height: 30, rise: 'bottom', fill: theme.text },
  };
}

/** Batik in the upper part, the text on plain ground. */
export function batik(theme: CoverTheme): Layout {
  const [tile, edge] = pick(theme, 'tile', [
    [30, 210],
    [37.5, 225],
    [50, 200],
    [60, 240],
    [75, 225],
  ]);
  const area = { x: 0, y: 0, width: 300, height: edge, tile };
  return {
    face: pick(theme, 'face', ['book', 'serif']),
    anchor: 'middle',
    art:
      fillPath(theme.panel, `M0 0h300v${edge}h-300z`) +
      patternArea(theme, area, [theme.print, theme.accent]) +
      strokePath(theme.accent, `M0 ${edge + 3}h300`, 6) +
      strokePath(theme.text, 'M135 390h30'),
    title: { x: 150, y: edge + 22, width: 240, height: 354 - edge, rise: 'middle', fill: theme.text },
    author: { x: 150, y: 398, width: 240, height: 32, rise: 'middle', fill: theme.text },
  };
}

/** A patterned border round a quiet field. */
export function border(theme: CoverTheme): Layout {
  return {
    face: pick(theme, 'face', ['book', 'serif']),
    anchor: 'middle',
    art:
      patternArea(theme, { ...BOARD, tile: 30 }, [theme.accent, theme.soft]) +
      fillPath(theme.field, 'M30 30h240v390h-240z') +
      strokePath(theme.accent, 'M38 38h224v374h-224z') +
      circle(theme.accent, [150, 342], 3),
    title: { x: 150, y: 62, width: 200, height: 258, rise: 'middle', largest: 54, fill: theme.text },
    author: { x: 150, y: 362, width: 200, height: 34, rise: 'middle', fill: theme.text },
  };
}
