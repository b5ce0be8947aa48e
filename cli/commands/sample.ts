import { basename } from 'node:path';
import { importSamples, InvalidSampleError, readSample } from '../../server/covers/import-samples.ts';
import { readPictureFile } from '../../server/covers/picture-sources.ts';
import { listSampledVariants, removeSamplePages, setSamplePages } from '../../server/covers/sample-pages.ts';
import type { Database } from '../../server/db/connection.ts';
import { CommandError, requireByIsbn, type Command } from '../command.ts';
import { importPicturesCommand } from '../import-pictures.ts';

export const importSamplesCommand = importPicturesCommand({
  name: 'import samples',
  summary:
    'Import sample pages from a folder or ZIP file: 9780141439600-01.jpg …, or a folder 9780141439600 of pictures.',
  noun: 'samples of titles',
  nothing: (path) => `No sample was taken: ${path} has none for a title of the shop.`,
  run: importSamples,
});

const setCommand: Command = {
  name: 'sample set',
  args: ['ISBN', 'FILE...'],
  summary: 'Set the sample pages of a title, in this order, in place of those that it has.',
  isAudited: true,
  requires: 'shop',
  run: async ({ args: [text = '', ...files] }, { deps }) => {
    const { variantId, isbn } = await requireVariant(deps.db, text);
    try {
      const sources = files.map((file) => ({ name: basename(file), read: () => readPictureFile(file) }));
      await setSamplePages(deps, variantId, await readSample(deps, sources));
      return { text: `${isbn} has ${files.length} sample pages.`, data: { isbn, pages: files.length } };
    } catch (error) {
      if (!(error instanceof InvalidSampleError)) throw error;
      throw new CommandError(error.file === undefined ? error.message : `${error.file}: ${error.message}`);
    }
  },
};

const removeCommand: Command = {
  name: 'sample remove',
  args: ['ISBN'],
  summary: 'Remove the sample pages of a title.',
  isAudited: true,
  requires: 'shop',
  run: async ({ args: [text = ''] }, { deps: { db } }) => {
    const { variantId, isbn } = await requireVariant(db, text);
    if ((await removeSamplePages(db, variantId)) === 0) throw new CommandError(`${isbn} has no sample pages.`);
    return { text: `The sample pages of ${isbn} are removed.`, data: { isbn, removed: true } };
  },
};

export const sampleCommands: readonly Command[] = [setCommand, removeCommand];

const requireVariant = (db: Database, text: string) => requireByIsbn(text, (isbns) => listSampledVariants(db, isbns));
