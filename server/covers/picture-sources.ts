import { lstat, open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { InvalidPictureError, MAX_PICTURE_BYTES } from './encode-picture.ts';

/** A file that may be a cover; `read` throws {@link InvalidPictureError} where it cannot be read. */
export type PictureSource = { name: string; read: () => Promise<Buffer> };

/** A folder or ZIP file that cannot be read at all, with one sentence for the operator. */
export class InvalidPictureFolderError extends Error {}

const TOO_LARGE = new InvalidPictureError('It is larger than 20 MB.');

/** The files of a folder and the folders in it, or of a ZIP file, in the order of their names. */
export async function withPictureSources<T>(
  path: string,
  work: (files: readonly PictureSource[]) => Promise<T>,
): Promise<T> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new InvalidPictureFolderError(
      error.code === 'ENOENT' ? `There is no folder or file ${path}.` : `${path} cannot be read (${error.code}).`,
    );
  });
  if (found.isDirectory()) return work(await listFolder(path));
  const zip = await openZip(path);
  try {
    return await work(await listEntries(zip, path));
  } finally {
    zip.close();
  }
}

/** What operating systems leave beside the files. */
const LEFTOVERS = /(?:^|\/)(?:\.|__MACOSX\/|Thumbs\.db$|desktop\.ini$)/i;

async function listFolder(folder: string): Promise<PictureSource[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ name: file.slice(join(folder, '/').length), read: () => readPictureFile(file) }))
    .filter(({ name }) => !LEFTOVERS.test(name))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** A file's contents. Throws {@link InvalidPictureError} for what is no file, or too large to be a cover. */
export async function readPictureFile(file: string): Promise<Buffer> {
  try {
    const found = await lstat(file);
    if (!found.isFile()) throw new InvalidPictureError('It is no file, but a link or a device.');
    if (found.size > MAX_PICTURE_BYTES) throw TOO_LARGE;
    return await readFile(file);
  } catch (error) {
    if (error instanceof InvalidPictureError) throw error;
    throw new InvalidPictureError(`It cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

const ZIP_MARK = 'PK';

async function openZip(file: string): Promise<ZipFile> {
  const mark = Buffer.alloc(2);
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new InvalidPictureFolderError(`${file} cannot be read (${error.code}).`);
  });
  await handle.read(mark).finally(() => handle.close());
  if (mark.toString('latin1') !== ZIP_MARK)
    throw new InvalidPictureFolderError(`${file} is neither a folder nor a ZIP file.`);
  return new Promise((resolve, reject) => {
    yauzl.open(file, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) reject(damaged(file, error));
      else resolve(zip);
    });
  });
}

function listEntries(zip: ZipFile, file: string): Promise<PictureSource[]> {
  return new Promise((resolve, reject) => {
    const found: PictureSource[] = [];
    zip.on('error', (error: Error) => reject(damaged(file, error)));
    zip.on('end', () => resolve(found.toSorted((one, other) => (one.name < other.name ? -1 : 1))));
    zip.on('entry', (entry: Entry) => {
      const name = entry.fileName;
      if (!name.endsWith('/') && !LEFTOVERS.test(name)) found.push({ name, read: () => readEntry(zip, entry) });
      zip.readEntry();
    });
    zip.readEntry();
  });
}

function damaged(file: string, error: Error): InvalidPictureFolderError {
  return new InvalidPictureFolderError(`${basename(file)} is a damaged ZIP file (${error.message}).`);
}

const METHODS = new Set([0, 8]);

/** The library stops at the size that the entry states: no more comes out of it than we allow. */
async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.uncompressedSize > MAX_PICTURE_BYTES) throw TOO_LARGE;
  if (entry.isEncrypted()) throw new InvalidPictureError('It is encrypted.');
  if (!METHODS.has(entry.compressionMethod)) throw new InvalidPictureError('It is packed in a way that is not known.');
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) reject(error);
        else buffer(stream).then(resolve, reject);
      });
    });
  } catch (error) {
    throw new InvalidPictureError(`It is damaged in the ZIP file (${(error as Error).message}).`);
  }
}
