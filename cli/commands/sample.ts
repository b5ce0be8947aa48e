import { basename } from 'node:path';
import {
  importSamples,
  InvalidSampleError,
  readSample,
  type SampleCounts,
} from '../../server/covers/import-samples.ts';
import type { CoverIssue } from '../../server/covers/import-covers.ts';
import { InvalidPictureFolderError, readPictureFile, withPictureSources } from '../../server/covers/picture-sources.ts';
import { listSampledVariants, removeSamplePages, setSamplePages } from '../../server/covers/sample-pages.ts';
import type { Database } from '../../server/db/connection.ts';
import { CommandError, requireByIsbn, type Command, type CommandResult } from '../command.ts';
import { formatTable, withProgress } from '../output.ts';

export const importSamplesCommand: Command = {
  name: 'import samples',
  args: ['FOLDER|ZIP'],
  options: { 'dry-run': { summary: 'Check every file and list what would change, without changing anything.' } },
  summary:
    'Import sample pages from a folder or ZIP file: 9780141439600-01.jpg …, or a folder 9780141439600 of pictures.',
  isAudited: true,
  requires: 'shop',
  run: async ({ args: [path = ''], options }, { deps }) => {
    const isDryRun = options['dry-run'] === true;
    const issues: CoverIssue[] = [];
    const onIssue = (issue: CoverIssue) => void issues.push(issue);
    try {
      const counts = await withPictureSources(path, (files) =>
        withProgress('Samples', (onProgress) => importSamples(deps, files, { isDryRun, onIssue, onProgress })),
      );
      return sampleResult(counts, { path, isDryRun, issues });
    } catch (error) {
      if (error instanceof InvalidPictureFolderError) throw new CommandError(error.message);
      throw error;
    }
  },
};

type SampleReport = { path: string; isDryRun: boolean; issues: CoverIssue[] };

function sampleResult(counts: SampleCounts, { path, isDryRun, issues }: SampleReport): CommandResult {
  const { added, changed, unchanged, rejected } = counts;
  const listed = issues.toSorted((one, other) => (one.file < other.file ? -1 : 1));
  const done = isDryRun ? 'Would be imported' : 'Imported';
  const sums = `${done}: samples of titles ${added + changed} (${added} added, ${changed} changed). Unchanged: ${unchanged}. Not taken: ${rejected}.`;
  return {
    text: [sums, ...(listed.length > 0 ? ['', formatTable(listed)] : [])].join('\n'),
    data: { path, dry_run: isDryRun, ...counts, issues: listed },
    ...(added + changed + unchanged === 0 && {
      failure: `No sample was taken: ${path} has none for a title of the shop.`,
    }),
  };
}

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
