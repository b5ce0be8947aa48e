import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { comparePages, parseSampleName } from '#domain/catalogue/sample-pages.ts';
import type { Deps } from '../context.ts';
import { hashPicture, SAMPLE_PAGE } from '../covers/encode-picture.ts';
import { listSampledVariants, setSamplePages } from '../covers/sample-pages.ts';
import type { NewPicture } from '../covers/store-picture.ts';

/** Pages that `scripts/draw-samples.ts` drew, so that the demo has to encode nothing. */
export const DEMO_SAMPLES = join(import.meta.dirname, '../../demo/samples');
export const SAMPLE_SIZE = { width: 600, height: 900 };
export const SAMPLE_COLOR = 'fbf8f1';

/** Gives some titles of the demo their sample pages. */
export async function seedSamples(store: Pick<Deps, 'db' | 'storage'>): Promise<void> {
  const places = (await readdir(DEMO_SAMPLES)).map((file) => ({ file, ...parseSampleName(file)! }));
  const samples = Map.groupBy(places.toSorted(comparePages), ({ isbn }) => isbn);
  const variants = await listSampledVariants(store.db, [...samples.keys()]);
  await Promise.all(
    variants.map(async ({ isbn, variantId }) => {
      const pages = await Promise.all(samples.get(isbn)!.map(({ file }) => readPage(file)));
      await setSamplePages(store, variantId, pages);
    }),
  );
}

async function readPage(file: string): Promise<NewPicture> {
  const contents = await readFile(join(DEMO_SAMPLES, file));
  return {
    image: { hash: hashPicture(contents, SAMPLE_PAGE), ...SAMPLE_SIZE, color: SAMPLE_COLOR },
    files: [{ type: 'webp', width: SAMPLE_SIZE.width, contents }],
  };
}
