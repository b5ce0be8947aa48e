import { readPictureFile } from '../../server/covers/picture-sources.ts';
import { COVER, InvalidPictureError, readPicture } from '../../server/covers/encode-picture.ts';
import { importCovers } from '../../server/covers/import-covers.ts';
import { listCoveredVariants, removeCover, setCover } from '../../server/covers/store-cover.ts';
import type { Database } from '../../server/db/connection.ts';
import { CommandError, requireByIsbn, type Command } from '../command.ts';
import { importPicturesCommand } from '../import-pictures.ts';

export const importCoversCommand = importPicturesCommand({
  name: 'import covers',
  summary: 'Import covers from a folder or ZIP file whose files are named by ISBN, such as 9780141439600.jpg.',
  noun: 'covers',
  nothing: (path) => `No cover was taken: ${path} has none for a title of the shop.`,
  run: (deps, files, options) => importCovers(deps, files, { ...options, origin: 'folder' }),
});

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
