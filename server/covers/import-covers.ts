import { availableParallelism } from 'node:os';
import { basename, extname } from 'node:path';
import PQueue from 'p-queue';
import { parseIsbn } from '#domain/catalogue/isbn.ts';
import type { Connection } from '../db/connection.ts';
import type { CoverOrigin } from '../db/tables.ts';
import type { ObjectStorage } from '../integrations/object-storage.ts';
import type { PictureSource } from './picture-sources.ts';
import { COVER, hashPicture, InvalidPictureError, readPicture } from './encode-picture.ts';
import { listCoveredVariants, setCover, type CoveredVariant } from './store-cover.ts';
import { hasFiles } from './store-picture.ts';

/** What became of a file: `kept` where the variant has a cover of a stronger origin. */
export type CoverOutcome = 'added' | 'changed' | 'unchanged' | 'kept' | 'rejected';
export type CoverIssue = { file: string; reason: string };
export type CoverImport = {
  isDryRun: boolean;
  origin: CoverOrigin;
  onIssue: (issue: CoverIssue) => void;
  onProgress: (done: number, all: number) => void;
};
export type CoverCounts = Record<CoverOutcome, number>;

type Store = { db: Connection; storage: ObjectStorage };
/** A file with the ISBN of the variant that it is the cover of. */
export type NamedCover = PictureSource & { isbn: string };

const BATCH_SIZE = 200;

/**
 * Imports files as covers, each for the variant that its name is the ISBN of, in any writing. A file that cannot be taken is
 * reported and stops nothing; the same files again change nothing.
 */
export async function importCovers(
  store: Store,
  files: readonly PictureSource[],
  options: CoverImport,
): Promise<CoverCounts> {
  const { named, issues } = nameCovers(files);
  for (const issue of issues) options.onIssue(issue);
  const counts = await importNamedCovers(store, named, {
    ...options,
    onProgress: (done) => options.onProgress(issues.length + done, files.length),
  });
  return { ...counts, rejected: counts.rejected + issues.length };
}

function nameCovers(files: readonly PictureSource[]): { named: NamedCover[]; issues: CoverIssue[] } {
  const named = new Map<string, NamedCover>();
  const issues: CoverIssue[] = [];
  for (const file of files) {
    const isbn = parseIsbn(basename(file.name, extname(file.name)));
    const first = isbn && named.get(isbn);
    if (isbn === undefined) issues.push({ file: file.name, reason: 'Its name is no ISBN.' });
    else if (first) issues.push({ file: file.name, reason: `${first.name} has the same ISBN, and was taken.` });
    else named.set(isbn, { ...file, isbn });
  }
  return { named: [...named.values()], issues };
}

/** Imports files as covers of the variants with their ISBNs, as many at once as the machine has cores. */
export async function importNamedCovers(
  store: Store,
  files: readonly NamedCover[],
  options: CoverImport,
): Promise<CoverCounts> {
  const counts: CoverCounts = { added: 0, changed: 0, unchanged: 0, kept: 0, rejected: 0 };
  const queue = new PQueue({ concurrency: availableParallelism() });
  let done = 0;
  for (let from = 0; from < files.length; from += BATCH_SIZE) {
    const batch = files.slice(from, from + BATCH_SIZE);
    const variants = await listCoveredVariants(
      store.db,
      batch.map(({ isbn }) => isbn),
    );
    const known = new Map(variants.map((one) => [one.isbn, one]));
    await queue.addAll(
      batch.map((file) => async () => {
        const { outcome, reason } = await importCover(store, file, { variant: known.get(file.isbn), ...options });
        counts[outcome] += 1;
        done += 1;
        if (reason !== undefined) options.onIssue({ file: file.name, reason });
        options.onProgress(done, files.length);
      }),
    );
  }
  return counts;
}

const STRENGTH: Readonly<Record<CoverOrigin, number>> = { staff: 3, folder: 2, feed: 1 };
const ORIGIN_NAMES: Readonly<Record<CoverOrigin, string>> = {
  staff: 'set by hand',
  folder: 'of a folder or ZIP file',
  feed: 'of a feed',
};

type Target = Pick<CoverImport, 'isDryRun' | 'origin'> & { variant: CoveredVariant | undefined };
type Imported = { outcome: CoverOutcome; reason?: string };

async function importCover(
  store: Store,
  { isbn, read }: NamedCover,
  { variant, isDryRun, origin }: Target,
): Promise<Imported> {
  if (!variant) return { outcome: 'rejected', reason: `The shop has no title with the ISBN ${isbn}.` };
  try {
    const file = await read();
    if (await isCurrent(store, file, variant)) return { outcome: 'unchanged' };
    if (variant.origin && STRENGTH[variant.origin] > STRENGTH[origin])
      return { outcome: 'kept', reason: `The title has another cover, ${ORIGIN_NAMES[variant.origin]}.` };
    const picture = await readPicture(file, COVER);
    if (!isDryRun) await setCover(store, variant.variantId, { picture, origin });
    return { outcome: variant.imageHash === null ? 'added' : 'changed' };
  } catch (error) {
    if (!(error instanceof InvalidPictureError)) throw error;
    return { outcome: 'rejected', reason: error.message };
  }
}

/** Whether the variant has this cover already, with all of its files. */
async function isCurrent(
  { storage }: Store,
  file: Buffer,
  { imageHash: hash, width }: CoveredVariant,
): Promise<boolean> {
  return (
    hash !== null && width !== null && hashPicture(file, COVER) === hash && hasFiles(storage, { hash, width }, COVER)
  );
}
