import { InvalidPictureFolderError, readPictureFile, withPictureSources } from '../../server/covers/picture-sources.ts';
import { COVER, InvalidPictureError, readPicture } from '../../server/covers/encode-picture.ts';
import { importCovers, type CoverCounts, type CoverIssue } from '../../server/covers/import-covers.ts';
import { listCoveredVariants, removeCover, setCover } from '../../server/covers/store-cover.ts';
import type { Database } from '../../server/db/connection.ts';
import { CommandError, requireByIsbn, type Command, type CommandResult } from '../command.ts';
import { formatTable, withProgress } from '../output.ts';

export const importCoversCommand: Command = {
  name: 'import covers',
  args: ['FOLDER|ZIP'],
  options: { 'dry-run': { summary: 'Check every file and list what would change, without changing anything.' } },
  summary: 'Import covers from a folder or ZIP file whose files are named by ISBN, such as 9780141439600.jpg.',
  isAudited: true,
  requires: 'shop',
  run: async ({ args: [path = ''], options }, { deps }) => {
    const isDryRun = options['dry-run'] === true;
    const issues: CoverIssue[] = [];
    const onIssue = (issue: CoverIssue) => void issues.push(issue);
    try {
      const counts = await withPictureSources(path, (files) =>
        withProgress('Covers', (onProgress) =>
          importCovers(deps, files, { isDryRun, origin: 'folder', onIssue, onProgress }),
        ),
      );
      return coverResult(counts, { path, isDryRun, issues });
    } catch (error) {
      if (error instanceof InvalidPictureFolderError) throw new CommandError(error.message);
      throw error;
    }
  },
};

type CoverReport = { path: string; isDryRun: boolean; issues: CoverIssue[] };

function coverResult(counts: CoverCounts, { path, isDryRun, issues }: CoverReport): CommandResult {
  const { added, changed, unchanged, kept, rejected } = counts;
  const listed = issues.toSorted((one, other) => (one.file < other.file ? -1 : 1));
  const done = isDryRun ? 'Would be imported' : 'Imported';
  const sums = `${done}: covers ${added + changed} (${added} added, ${changed} changed). Unchanged: ${unchanged}. Not taken: ${kept + rejected}.`;
  const isNothing = added + changed + unchanged + kept === 0;
  return {
    text: [sums, ...(listed.length > 0 ? ['', formatTable(listed)] : [])].join('\n'),
    data: { path, dry_run: isDryRun, ...counts, issues: listed },
    ...(isNothing && { failure: `No cover was taken: ${path} has none for a title of the shop.` }),
  };
}

const setCommand: Command = {
  name: 'cover set',
  args: ['ISBN', 'FILE'],
  summary: 'Set the cover of a title by hand; imports leave it as it is.',
  isAudited: true,
  requires: 'shop',
  run: async ({ args: [text = '', file = ''] }, { deps }) => {
    const { variantId, isbn } = await requireVariant(deps.db, text);
    try {
      const picture = await readPicture(await readPictureFile(file), COVER);
      await setCover(deps, variantId, { picture, origin: 'staff' });
      const { width, height } = picture;
      return {
        text: `${isbn} has a new cover, stored up to ${width} × ${height} pixels.`,
        data: { isbn, width, height },
      };
    } catch (error) {
      if (error instanceof InvalidPictureError) throw new CommandError(`${file}: ${error.message}`);
      throw error;
    }
  },
};

const removeCommand: Command = {
  name: 'cover remove',
  args: ['ISBN'],
  summary: 'Remove the cover of a title, which then shows a drawn one.',
  isAudited: true,
  requires: 'shop',
  run: async ({ args: [text = ''] }, { deps: { db } }) => {
    const { variantId, isbn } = await requireVariant(db, text);
    if (!(await removeCover(db, variantId))) throw new CommandError(`${isbn} has no stored cover.`);
    return { text: `The cover of ${isbn} is removed.`, data: { isbn, removed: true } };
  },
};

export const coverCommands: readonly Command[] = [setCommand, removeCommand];

const requireVariant = (db: Database, text: string) => requireByIsbn(text, (isbns) => listCoveredVariants(db, isbns));
