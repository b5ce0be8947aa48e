import { createHash } from 'node:crypto';
import { mkdir, open, statfs } from 'node:fs/promises';
import { MAX_IMPORT_BYTES, PIECE_BYTES } from '#domain/catalogue/import-run.ts';
import type { Deps } from '../context.ts';
import type { ObjectStorage } from '../integrations/object-storage.ts';

/** The files of imports, named by their ids. */
export const IMPORT_FILES = 'imports/';

function pieceKey(id: string, place: number): string {
  return `${IMPORT_FILES}${id}-${place}.part`;
}

/** Stores the piece that begins at an offset. */
export async function putPiece(
  storage: ObjectStorage,
  { id, offset, contents }: { id: string; offset: number; contents: Buffer },
): Promise<void> {
  await storage.put(pieceKey(id, offset / PIECE_BYTES), contents, 'application/octet-stream');
}

/** A piece of the file is not there any more. */
export class MissingPieceError extends Error {}

/** The pieces of a file in their order. Throws {@link MissingPieceError}. */
export async function* readPieces(
  storage: ObjectStorage,
  { id, size }: { id: string; size: number },
): AsyncGenerator<Buffer> {
  for (let offset = 0; offset < size; offset += PIECE_BYTES) {
    const contents = await storage.get(pieceKey(id, offset / PIECE_BYTES));
    if (contents?.length !== Math.min(PIECE_BYTES, size - offset)) throw new MissingPieceError();
    yield contents;
  }
}

export function sha256(contents: Uint8Array): Buffer {
  return createHash('sha256').update(contents).digest();
}

export type StoredFile = { size: number; digest: Buffer; pieceDigests: Buffer };

/** Stores what comes in chunks of any length. Undefined for an empty file, and for one that is too large. */
export async function storePieces(
  storage: ObjectStorage,
  id: string,
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<StoredFile | undefined> {
  const digests: Buffer[] = [];
  let size = 0;
  for await (const contents of pieces) {
    if (size + contents.length > MAX_IMPORT_BYTES) return undefined;
    await putPiece(storage, { id, offset: size, contents });
    digests.push(sha256(contents));
    size += contents.length;
  }
  const pieceDigests = Buffer.concat(digests);
  return size === 0 ? undefined : { size, digest: sha256(pieceDigests), pieceDigests };
}

/** A file in pieces. */
export async function* piecesOf(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file);
  try {
    for (;;) {
      const buffer = Buffer.alloc(PIECE_BYTES);
      let length = 0;
      while (length < PIECE_BYTES) {
        const { bytesRead } = await handle.read(buffer, length, PIECE_BYTES - length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      if (length > 0) yield buffer.subarray(0, length);
      if (length < PIECE_BYTES) return;
    }
  } finally {
    await handle.close();
  }
}

/** What has to stay free beside an import. */
const RESERVE_BYTES = 512 * 1024 * 1024;

/** Whether so many bytes fit beside what the data folder has. */
export async function hasSpace({ config }: Pick<Deps, 'config'>, bytes: number): Promise<boolean> {
  await mkdir(config.dataDir, { recursive: true });
  const { bavail, bsize } = await statfs(config.dataDir);
  return bavail * bsize >= bytes + RESERVE_BYTES;
}
