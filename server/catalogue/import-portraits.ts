import { basename, extname } from 'node:path';
import { slugOf } from '#domain/catalogue/text.ts';
import { ApiError } from '../api-error.ts';
import type { PictureSource } from '../covers/picture-sources.ts';
import { InvalidPictureError } from '../covers/encode-picture.ts';
import type { Deps } from '../context.ts';
import { errorMessage } from '../translations.ts';
import { setPortrait, type PortraitOutcome } from './portraits.ts';

export type PortraitIssue = { file: string; reason: string };
type PortraitImport = {
  credit: string | undefined;
  isDryRun: boolean;
  onIssue: (issue: PortraitIssue) => void;
  onProgress: (done: number, all: number) => void;
};
export type PortraitCounts = Record<PortraitOutcome | 'rejected', number>;

/**
 * Imports files as pictures of contributors, each of whom its name is: `jane-austen.jpg`, `Jane Austen.png`. A file that cannot
 * be taken is reported and stops nothing; the same files again change nothing.
 */
export async function importPortraits(
  deps: Pick<Deps, 'db' | 'storage'>,
  files: readonly PictureSource[],
  { credit, isDryRun, onIssue, onProgress }: PortraitImport,
): Promise<PortraitCounts> {
  const counts: PortraitCounts = { added: 0, changed: 0, unchanged: 0, rejected: 0 };
  const taken = new Map<string, string>();
  for (const [index, { name, read }] of files.entries()) {
    try {
      const slug = slugOf(basename(name, extname(name)));
      const first = taken.get(slug);
      if (first !== undefined) throw new InvalidPictureError(`${first} names the same person, and was taken.`);
      counts[await setPortrait(deps, slug, { file: await read(), credit, isDryRun })] += 1;
      taken.set(slug, name);
    } catch (error) {
      const reason = portraitIssue(error);
      if (reason === undefined) throw error;
      onIssue({ file: name, reason });
      counts.rejected += 1;
    }
    onProgress(index + 1, files.length);
  }
  return counts;
}

/** Why a file cannot be a portrait, for the operator; nothing of an unexpected error. */
export function portraitIssue(error: unknown): string | undefined {
  if (error instanceof InvalidPictureError) return error.message;
  if (!(error instanceof ApiError)) return undefined;
  return error.code === 'not_found' ? 'The shop knows nobody of this name.' : errorMessage('en', error.code);
}
