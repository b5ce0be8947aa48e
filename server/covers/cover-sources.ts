import { lstat, open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { InvalidCoverError, MAX_COVER_BYTES } from './encode-cover.ts';

/** A file that may be a cover; `read` throws {@link InvalidCoverError} where it cannot be read. */
export type CoverSource = { name: string; read: () => Promise<Buffer> };

/** A folder or ZIP file that cannot be read at all, with one sentence for the operator. */
export class InvalidCoverFolderError extends Error {}

const TOO_LARGE = new InvalidCoverError('It is larger than 20 MB.');

/** The files of a folder and the folders in it, or of a ZIP file, in the order of their names. */
export async function withCoverSources<T>(
  path: string,
  work: (files: readonly CoverSource[]) => Promise<T>,
): Promise<T> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new InvalidCoverFolderError(
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

async function listFolder(folder: string): Promise<CoverSource[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ name: file.slice(join(folder, '/').length), read: () => readCoverFile(file) }))
    .filter(({ name }) => !LEFTOVERS.test(name))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** A file's contents. Throws {@link InvalidCoverError} for what is no file, or too large to be a cover. */
export async function readCoverFile(file: string): Promise<Buffer> {
  try {
    const found = await lstat(file);
    if (!found.isFile()) throw new InvalidCoverError('It is no file, but a link or a device.');
    if (found.size > MAX_COVER_BYTES) throw TOO_LARGE;
    return await readFile(file);
  } catch (error) {
    if (error instanceof InvalidCoverError) throw error;
    throw new InvalidCoverError(`It cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

const ZIP_MARK = 'PK';

async function openZip(file: string): Promise<ZipFile> {
  const mark = Buffer.alloc(2);
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new InvalidCoverFolderError(`${file} cannot be read (${error.code}).`);
  });
  await handle.read(mark).finally(() => handle.close());
  if (mark.toString('latin1') !== ZIP_MARK)
    throw new InvalidCoverFolderError(`${file} is neither a folder nor a ZIP file.`);
  return new Promise((resolve, reject) => {
    yauzl.open(file, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) reject(damaged(file, error));
      else resolve(zip);
    });
  });
}

function listEntries(zip: ZipFile, file: string): Promise<CoverSource[]> {
  return new Promise((resolve, reject) => {
    const found: CoverSource[] = [];
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

function damaged(file: string, error: Error): InvalidCoverFolderError {
  return new InvalidCoverFolderError(`${basename(file)} is a damaged ZIP file (${error.message}).`);
}

const METHODS = new Set([0, 8]);

/** The library stops at the size that the entry states: no more comes out of it than we allow. */
async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.uncompressedSize > MAX_COVER_BYTES) throw TOO_LARGE;
  if (entry.isEncrypted()) throw new InvalidCoverError('It is encrypted.');
  if (!METHODS.has(entry.compressionMethod)) throw new InvalidCoverError('It is packed in a way that is not known.');
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) reject(error);
        else buffer(stream).then(resolve, reject);
      });
    });
  } catch (error) {
    throw new InvalidCoverError(`It is damaged in the ZIP file (${(error as Error).message}).`);
  }
}
