import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Deps } from '../context.ts';
import { expandFile, type CatalogueFile } from './expand-file.ts';
import type { ImportRun } from './import-runs.ts';
import { readPieces } from './pieces.ts';

/** Where files are put together: a folder of each import, which is removed with the work. */
const workFolder = (config: Deps['config'], id: string) => join(config.dataDir, 'imports', id);

/** Puts a file together from its pieces, unpacks it, and removes it after the work. */
export async function withImportFile<T>(
  { config, storage }: Pick<Deps, 'config' | 'storage'>,
  run: ImportRun,
  work: (file: CatalogueFile) => Promise<T>,
): Promise<T> {
  const folder = workFolder(config, run.id);
  await rm(folder, { recursive: true, force: true });
  try {
    await mkdir(join(folder, 'received'), { recursive: true });
    const received = join(folder, 'received', safeName(run.name));
    await pipeline(Readable.from(readPieces(storage, run)), createWriteStream(received));
    return await work(await expandFile(received, join(folder, 'expanded')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The name of a file as it came, without what would lead elsewhere: the history of titles says where a change came from. */
function safeName(name: string): string {
  const plain = basename(name.replaceAll('\\', '/')).replaceAll(/[\p{C}/]/gu, '');
  return plain.replace(/^\.+/, '').slice(-100) || 'file';
}

/** A sentence about a file without the folder that it was put together in. */
export function withoutFolder(sentence: string, config: Deps['config'], { id, name }: ImportRun): string {
  const folder = workFolder(config, id);
  return sentence
    .replaceAll(join(folder, 'received/'), '')
    .replaceAll(join(folder, 'expanded/'), '')
    .replaceAll(folder, name);
}
