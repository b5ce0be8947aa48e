import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ObjectStorage } from './object-storage.ts';

const KEY = /^[a-z0-9]+(?:[-./][a-z0-9]+)*$/;

/** Files below a folder, which is created with the first of them. A file appears whole or not at all. */
export function openFolderStorage(folder: string): ObjectStorage {
  const fileOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error(`"${key}" is no key of a file.`);
    return join(folder, key);
  };
  return {
    put: async (key, contents) => {
      const file = fileOf(key);
      const part = join(folder, `.${randomUUID()}.part`);
      await mkdir(dirname(file), { recursive: true });
      try {
        await writeFile(part, contents, { flush: true });
        await rename(part, file);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    get: (key) => orUndefined(readFile(fileOf(key))),
    delete: (key) => rm(fileOf(key), { force: true }),
    exists: async (key) => (await orUndefined(stat(fileOf(key))))?.isFile() ?? false,
    list: (prefix) => listKeys(folder, prefix),
  };
}

async function* listKeys(folder: string, prefix: string): AsyncGenerator<string> {
  const below = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const entries = (await orUndefined(readdir(join(folder, below), { withFileTypes: true }))) ?? [];
  for (const entry of entries) {
    const key = below + entry.name;
    if (entry.isDirectory() && (key.startsWith(prefix) || prefix.startsWith(`${key}/`))) {
      yield* listKeys(folder, prefix.startsWith(`${key}/`) ? prefix : `${key}/`);
    } else if (entry.isFile() && key.startsWith(prefix) && KEY.test(key)) {
      yield key;
    }
  }
}

async function orUndefined<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
}
