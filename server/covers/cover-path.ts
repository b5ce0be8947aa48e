import { createHash } from 'node:crypto';
import type { CoverFacts } from './cover-art.ts';

/** Raised when the art changes, so that covers kept for ever are asked for anew. */
const ART = 1;

/** The address of a title's generated cover. It names its content, so it can be kept for ever. */
export function coverPath(facts: CoverFacts): string {
  return `/covers/${facts.id}-${fingerprint(facts)}.svg`;
}

/** The title id that a cover's address names, if it is one. */
export function parseCoverName(name: string): number | undefined {
  const match = /^(\d{1,9})-[0-9a-f]{8}\.svg$/.exec(name);
  return match ? Number(match[1]) : undefined;
}

function fingerprint({ title, author, series = '', language }: CoverFacts): string {
  return createHash('sha1')
    .update(JSON.stringify([ART, title, author, series, language]))
    .digest('hex')
    .slice(0, 8);
}
