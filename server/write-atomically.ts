import { rename, rm } from 'node:fs/promises';

/** Has a file written as `FILE.part` and renames it once it is complete, so that half a file is never mistaken for a whole one. */
export async function writeAtomically<T>(file: string, write: (part: string) => Promise<T>): Promise<T> {
  const part = `${file}.part`;
  try {
    const result = await write(part);
    await rename(part, file);
    return result;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
