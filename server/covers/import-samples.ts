import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import { comparePages, MAX_SAMPLE_PAGES, parseSampleName, type SampleName } from '#domain/catalogue/sample-pages.ts';
import type { Connection } from '../db/connection.ts';
import type { ObjectStorage } from '../integrations/object-storage.ts';
import { encodePicture, hashPicture, InvalidPictureError, readPicture, SAMPLE_PAGE } from './encode-picture.ts';
import type { CoverImport, CoverIssue } from './import-covers.ts';
import type { PictureSource } from './picture-sources.ts';
import { listSampledVariants, setSamplePages, type SampledVariant } from './sample-pages.ts';
import { findStored, type NewPicture } from './store-picture.ts';

/** What became of the sample of a title: it is taken whole, or not at all. */
export type SampleOutcome = 'added' | 'changed' | 'unchanged' | 'rejected';
export type SampleCounts = Record<SampleOutcome, number>;

type Store = { db: Connection; storage: ObjectStorage };
type SampleImport = Omit<CoverImport, 'origin'>;
type NamedPage = PictureSource & { place: SampleName };

const BATCH_SIZE = 200;

/**
 * Imports files as sample pages, each for the variant whose ISBN its name or folder is, in the order of their numbers. They take
 * the place of all pages that the variant had. A sample that cannot be taken is reported and stops no other; the same files again
 * change nothing.
 */
export async function importSamples(
  store: Store,
  files: readonly PictureSource[],
  options: SampleImport,
): Promise<SampleCounts> {
  const counts: SampleCounts = { added: 0, changed: 0, unchanged: 0, rejected: 0 };
  const samples = [...groupPages(files, options.onIssue)];
  const queue = new PQueue({ concurrency: availableParallelism() });
  let done = 0;
  for (let from = 0; from < samples.length; from += BATCH_SIZE) {
    const batch = samples.slice(from, from + BATCH_SIZE);
    const variants = await listSampledVariants(
      store.db,
      batch.map(([isbn]) => isbn),
    );
    const known = new Map(variants.map((one) => [one.isbn, one]));
    await queue.addAll(
      batch.map(([isbn, pages]) => async () => {
        const { outcome, issue } = await importSample(store, { isbn, pages, variant: known.get(isbn) }, options);
        counts[outcome] += 1;
        done += 1;
        if (issue) options.onIssue(issue);
        options.onProgress(done, samples.length);
      }),
    );
  }
  return counts;
}

/** The pages of each ISBN; what is no page is reported. */
function groupPages(files: readonly PictureSource[], onIssue: CoverImport['onIssue']): Map<string, NamedPage[]> {
  const pages = files.flatMap((file): NamedPage[] => {
    const place = parseSampleName(file.name);
    if (!place) onIssue({ file: file.name, reason: 'Neither its name nor its folder is an ISBN with a page.' });
    return place ? [{ ...file, place }] : [];
  });
  return Map.groupBy(pages, ({ place }) => place.isbn);
}

type Sample = { isbn: string; pages: readonly NamedPage[]; variant: SampledVariant | undefined };
type Imported = { outcome: SampleOutcome; issue?: CoverIssue };

async function importSample(
  store: Store,
  { isbn, pages, variant }: Sample,
  { isDryRun }: SampleImport,
): Promise<Imported> {
  if (!variant) return reject(isbn, `The shop has no title with the ISBN ${isbn}.`);
  const ordered = pages.toSorted((one, other) => comparePages(one.place, other.place));
  const double = ordered.find((page, index) => index > 0 && comparePages(ordered[index - 1]!.place, page.place) === 0);
  if (double) return reject(double.name, 'Another file has the same page.');
  try {
    const pictures = await readSample(store, ordered);
    if (isCurrent(pictures, variant)) return { outcome: 'unchanged' };
    if (!isDryRun) await setSamplePages(store, variant.variantId, pictures);
    return { outcome: variant.pages.length === 0 ? 'added' : 'changed' };
  } catch (error) {
    if (error instanceof InvalidSampleError) return reject(error.file ?? isbn, error.message);
    throw error;
  }
}

function reject(file: string, reason: string): Imported {
  return { outcome: 'rejected', issue: { file, reason } };
}

/** Pictures that are no sample, for the reason of one file or of them all. */
export class InvalidSampleError extends Error {
  readonly file: string | undefined;

  constructor(message: string, file?: string) {
    super(message);
    this.file = file;
  }
}

/** Reads the pages of one sample in their order. Throws {@link InvalidSampleError} if one is no page, or there are too many. */
export async function readSample(store: Store, files: readonly PictureSource[]): Promise<NewPicture[]> {
  if (files.length > MAX_SAMPLE_PAGES)
    throw new InvalidSampleError(`It has ${files.length} pages; at most ${MAX_SAMPLE_PAGES} are shown.`);
  const pictures: NewPicture[] = [];
  for (const { name, read } of files)
    try {
      pictures.push(await readPage(store, await read()));
    } catch (error) {
      if (error instanceof InvalidPictureError) throw new InvalidSampleError(error.message, name);
      throw error;
    }
  return pictures;
}

/** Only the encoded files are kept: the pixels of twenty pages are more than a hundred megabytes. */
async function readPage(store: Store, file: Buffer): Promise<NewPicture> {
  const stored = await findStored(store, hashPicture(file, SAMPLE_PAGE), SAMPLE_PAGE);
  if (stored) return { image: stored, files: [] };
  const picture = await readPicture(file, SAMPLE_PAGE);
  const { hash, width, height, color } = picture;
  return { image: { hash, width, height, color }, files: await encodePicture(picture, SAMPLE_PAGE) };
}

/** Whether the variant has just these pages already, with all of their files. */
function isCurrent(pictures: readonly NewPicture[], { pages }: SampledVariant): boolean {
  const isSame = ({ image, files }: NewPicture, index: number) =>
    files.length === 0 && image.hash === pages[index]?.hash;
  return pictures.length === pages.length && pictures.every(isSame);
}
