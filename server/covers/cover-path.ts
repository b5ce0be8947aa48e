import { createHash } from 'node:crypto';
import type { CoverInput } from './cover.ts';
import type { PictureFileType } from './encode-picture.ts';

/** Raised when the art changes, so that cached covers are requested again. */
const COVER_VERSION = 7;

/**
 * The path of a generated cover. It contains a hash of its content, so that it is cached forever; `look` is another of its
 * looks, for a place beside a cover that looks the same.
 */
export function coverPath(input: CoverInput, look = 0): string {
  return `/covers/${input.id}-${fingerprint(input)}${look === 0 ? '' : `-${look}`}.svg`;
}

/**
 * What a path below `/covers/` names: a file of a stored cover, a generated cover (`look`), the social image (`link`) or a
 * generated cover for emails (`small`). `base` is the path without its ending.
 */
export type CoverName =
  | { kind: 'stored'; id: number; hash: string; width: number; type: PictureFileType }
  | { kind: 'generated'; id: number; base: string; look: number }
  | { kind: 'link' | 'small'; id: number; base: string };

const STORED = /^(\d{1,9})-([0-9a-f]{16})-(\d{1,4})(?:x\d{1,4}-[0-9a-f]{6}\.(webp)|\.(avif|webp|jpg))$/;
const DRAWN = /^((\d{1,9})-(?:[0-9a-f]{8}|[0-9a-f]{16}))(?:(?:-(\d))?\.svg|(-small)?\.png)$/;

/** Parses the last part of such a path. */
export function parseCoverName(name: string): CoverName | undefined {
  const [, storedId, hash, width, whole, one] = STORED.exec(name) ?? [];
  const type = (whole ?? one) as PictureFileType | undefined;
  if (hash && type) return { kind: 'stored', id: Number(storedId), hash, width: Number(width), type };
  const [, base, id, look = '0', small] = DRAWN.exec(name) ?? [];
  if (!base) return undefined;
  const named = { id: Number(id), base: `/covers/${base}` };
  if (name.endsWith('.svg')) return { kind: 'generated', ...named, look: Number(look) };
  return { kind: small ? 'small' : 'link', ...named };
}

function fingerprint({ title, author, series = '', language }: CoverInput): string {
  return createHash('sha1')
    .update(JSON.stringify([COVER_VERSION, title, author, series, language]))
    .digest('hex')
    .slice(0, 8);
}
