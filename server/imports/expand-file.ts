import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { MAX_EXPANDED_BYTES, type ImportKind } from '#domain/catalogue/import-run.ts';
import { InvalidFileError } from '../catalogue/csv-format.ts';

/** A packed file is larger than any catalogue: it is not read. */
export class ExpandsTooFarError extends Error {}

/** What a file is: a CSV file, an ONIX message, or a folder of those. */
export type CatalogueFile = { kind: ImportKind; path: string };

/** Catalogues are packed to a tenth or a thirtieth; what grows more than this, and beyond the first bytes, is none. */
const MAX_RATIO = 200;
const ALWAYS_BYTES = 50 * 1024 * 1024;
const MAX_ENTRIES = 1000;

/** Unpacks a file (gzip, ZIP) into a folder, and says what it is. Throws {@link InvalidFileError}, {@link ExpandsTooFarError}. */
export async function expandFile(file: string, folder: string): Promise<CatalogueFile> {
  const { size } = await stat(file);
  const budget = { left: Math.min(MAX_EXPANDED_BYTES, Math.max(ALWAYS_BYTES, size * MAX_RATIO)) };
  const mark = await readStart(file, 4);
  if (mark[0] === 0x1f && mark[1] === 0x8b) {
    const expanded = join(folder, basename(file).replace(/\.gz$/i, '') || 'file');
    await mkdir(folder, { recursive: true });
    await pipeline(createReadStream(file), createGunzip(), bounded(budget), createWriteStream(expanded)).catch(
      asDamaged('gzip'),
    );
    return { kind: await kindOf(expanded), path: expanded };
  }
  if (mark.toString('latin1') !== 'PK\u0003\u0004') return { kind: await kindOf(file), path: file };
  await mkdir(folder, { recursive: true });
  await unzip(file, folder, budget).catch(asDamaged('ZIP'));
  return findCatalogue(folder);
}

type Budget = { left: number };

/** Lets through only what is left, over all files that are unpacked. */
function bounded(budget: Budget): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      budget.left -= chunk.length;
      if (budget.left < 0) done(new ExpandsTooFarError());
      else done(null, chunk);
    },
  });
}

function asDamaged(format: string) {
  return (error: unknown): never => {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (error instanceof ExpandsTooFarError || error instanceof InvalidFileError || /^E[A-Z]+$/.test(code)) throw error;
    throw new InvalidFileError(`It is a damaged ${format} file (${(error as Error).message}).`);
  };
}

const CATALOGUE_NAME = /\.(?:xml|onix|onx|csv|tsv|txt)$/i;
/** What operating systems leave beside the files. */
const LEFTOVERS = /(?:^|\/)(?:\.|__MACOSX\/)/;

async function unzip(file: string, folder: string, budget: Budget): Promise<void> {
  const zip = await yauzl.openPromise(file, { autoClose: false });
  try {
    let place = 0;
    for await (const entry of zip.eachEntry()) {
      if (LEFTOVERS.test(entry.fileName) || !CATALOGUE_NAME.test(entry.fileName)) continue;
      place += 1;
      if (place > MAX_ENTRIES) throw new InvalidFileError(`It has more than ${MAX_ENTRIES} files.`);
      await unzipEntry(zip, entry, { target: join(folder, `${place}-${nameOf(entry)}`), budget });
    }
  } finally {
    zip.close();
  }
}

async function unzipEntry(
  zip: ZipFile,
  entry: Entry,
  { target, budget }: { target: string; budget: Budget },
): Promise<void> {
  if (entry.isEncrypted()) throw new InvalidFileError(`${nameOf(entry)} is encrypted.`);
  if (entry.uncompressedSize > budget.left) throw new ExpandsTooFarError();
  await pipeline(await zip.openReadStreamPromise(entry), bounded(budget), createWriteStream(target));
}

/** Folders within the file are left out. */
function nameOf({ fileName }: Entry): string {
  return basename(fileName.replaceAll('\\', '/')).slice(-100);
}

async function findCatalogue(folder: string): Promise<CatalogueFile> {
  const names = await readdir(folder);
  const kinds = await Promise.all(names.map((name) => kindOf(join(folder, name))));
  if (names.length === 0) throw new InvalidFileError('The ZIP file has no .xml, .onix or .csv file.');
  if (kinds.every((kind) => kind === 'onix')) return { kind: 'onix', path: folder };
  if (names.length === 1) return { kind: 'csv', path: join(folder, names[0]!) };
  throw new InvalidFileError('The ZIP file must have ONIX messages only, or one CSV file.');
}

/** An ONIX message begins with a tag, after marks and white space, in any encoding. */
async function kindOf(file: string): Promise<ImportKind> {
  const start = (await readStart(file, 1000))
    .toString('latin1')
    .replaceAll(/[\0\s\u00EF\u00BB\u00BF\u00FF\u00FE]/g, '');
  return start.startsWith('<') ? 'onix' : 'csv';
}

async function readStart(file: string, length: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await handle.read(buffer, 0, length);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
