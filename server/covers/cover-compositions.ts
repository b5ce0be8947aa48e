import type { Composition } from './cover-kit.ts';
import { bands, columns, discs, plain, slant } from './cover-plain.ts';
import { arches, hills, rays, stem } from './cover-scenes.ts';
import { batik, border, initial, plate, rows } from './cover-woven.ts';

/** Every way a cover may be composed; the order keeps likenesses apart in a run of ids. */
export const COMPOSITIONS: readonly [Composition, ...Composition[]] = [
  bands,
  hills,
  initial,
  columns,
  batik,
  arches,
  plain,
  border,
  slant,
  stem,
  plate,
  discs,
  rows,
  rays,
];
