import type { Ornament } from './cover-ornaments.ts';
import { ORNAMENTS } from './cover-ornaments.ts';
import type { Block, Setting } from './cover-text.ts';

/** What a composition works with: `text` is legible on `field` and `print` on `panel`; the rest ornaments. */
export type Kit = {
  field: string;
  text: string;
  panel: string;
  print: string;
  accent: string;
  soft: string;
  deep: string;
  /** The first letter of the title, ready for XML. */
  initial: string;
  /** A whole number from 0, always the same for the same book and salt. */
  roll: (salt: string, sides: number) => number;
};

/** A composed cover. Art whose lines start at an edge is mirrored for a book read from the right. */
export type Layout = Setting & { art: string; title: Block; author: Block };
export type Composition = (kit: Kit) => Layout;

export type Point = [x: number, y: number];
type Inks = [first: string, second: string];
/** `tile` is the width of a repeat. */
type Area = { x: number; y: number; width: number; height: number; tile: number };

/** One of the choices, by the book's hash. */
export function pick<T>(kit: Kit, salt: string, choices: readonly [T, ...T[]]): T {
  return choices[kit.roll(salt, choices.length)] ?? choices[0];
}

export function fill(colour: string, path: string): string {
  return `<path fill="${colour}" d="${path}"/>`;
}

export function line(colour: string, path: string, width = 1): string {
  return `<path fill="none" stroke="${colour}" stroke-width="${width}" d="${path}"/>`;
}

export function disc(colour: string, [x, y]: Point, radius: number): string {
  return `<circle fill="${colour}" cx="${x}" cy="${y}" r="${radius}"/>`;
}

function ornament(kit: Kit): Ornament {
  const { kawung, anyaman, songket, scales, quarters, diamonds, leaves, beads } = ORNAMENTS;
  return pick(kit, 'ornament', [kawung, anyaman, songket, scales, quarters, diamonds, leaves, beads]);
}

/** Covers an area with the book's ornament, whose first tile begins in the area's corner. */
export function woven(kit: Kit, { x, y, width, height, tile }: Area, inks: Inks): string {
  const { size, draw } = ornament(kit);
  const scale = Math.round((1000 * tile) / size) / 1000;
  const place = `translate(${x} ${y})scale(${scale})`;
  return (
    `<pattern id="p" width="${size}" height="${size}" patternUnits="userSpaceOnUse" patternTransform="${place}">` +
    `${draw(...inks)}</pattern>${fill('url(#p)', `M${x} ${y}h${width}v${height}h-${width}z`)}`
  );
}

/** A single tile, 44 units wide, centred on a point. */
export function emblem(kit: Kit, [x, y]: Point, inks: Inks): string {
  const { kawung, songket, leaves, diamonds } = ORNAMENTS;
  const { size, draw } = pick(kit, 'emblem', [kawung, songket, leaves, diamonds]);
  const scale = Math.round(4400 / size) / 100;
  return `<g transform="translate(${x - 22} ${y - 22})scale(${scale})">${draw(...inks)}</g>`;
}
