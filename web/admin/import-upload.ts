import { useSyncExternalStore } from 'react';
import { MAX_IMPORT_BYTES, PIECE_BYTES } from '#domain/catalogue/import-run.ts';
import { ApiRequestError, sendRequest } from '../browser/api-client.ts';

/** How far the upload of a file is, as a share of one; `waiting` for the connection. */
export type Upload = { step: 'checking' | 'sending' | 'waiting'; share: number };

/** Why a file is not sent. */
export type UploadFault = 'tooLarge' | 'empty' | 'insecure';

const uploads = new Map<string, Upload>();
const listeners = new Set<() => void>();

function setUpload(key: string, upload: Upload | undefined): void {
  if (upload) uploads.set(key, upload);
  else uploads.delete(key);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The upload of an import in this tab, or of the file that is being checked: it goes on while other pages are shown. */
export function useUpload(key: string): Upload | undefined {
  return useSyncExternalStore(subscribe, () => uploads.get(key));
}

/** The key of a file that is read before it has an import. */
export const CHECKING = 'checking';

export function uploadFault({ size }: File): UploadFault | undefined {
  if (size === 0) return 'empty';
  if (size > MAX_IMPORT_BYTES) return 'tooLarge';
  return globalThis.crypto.subtle ? undefined : 'insecure';
}

/** The file with the SHA-256 of its pieces. */
export type CheckedFile = { file: File; pieces: readonly Uint8Array<ArrayBuffer>[]; digest: string };

async function sha256(contents: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', contents));
}

function toHex(contents: Uint8Array): string {
  return Array.from(contents, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Reads a file once before it is sent, so that it is known whether the shop has it, or a part of it. */
export async function checkFile(file: File): Promise<CheckedFile> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  try {
    for (let offset = 0; offset < file.size; offset += PIECE_BYTES) {
      setUpload(CHECKING, { step: 'checking', share: offset / file.size });
      pieces.push(await sha256(await file.slice(offset, offset + PIECE_BYTES).arrayBuffer()));
    }
    const all = new Uint8Array(pieces.length * 32);
    pieces.forEach((digest, place) => all.set(digest, place * 32));
    return { file, pieces, digest: toHex(await sha256(all)) };
  } finally {
    setUpload(CHECKING, undefined);
  }
}

const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;
const BUSY_STATUSES = new Set([429, 502, 503, 504]);

/** Whether the same request may succeed later: no response came, or the server has too much to do. */
function isPassing(error: unknown): error is ApiRequestError {
  return error instanceof ApiRequestError && (!error.problem || BUSY_STATUSES.has(error.problem.status));
}

/** Sends what is left of a file, piece by piece; a lost connection is waited for. Throws what cannot be tried again. */
export async function sendFile(id: string, { file, pieces }: CheckedFile, received: number): Promise<void> {
  let wait = FIRST_WAIT_MS;
  let damaged = 0;
  try {
    for (let offset = received; offset < file.size;) {
      setUpload(id, { step: wait > FIRST_WAIT_MS ? 'waiting' : 'sending', share: offset / file.size });
      try {
        const query = { offset, digest: toHex(pieces[offset / PIECE_BYTES]!) };
        const body = file.slice(offset, offset + PIECE_BYTES);
        ({ received: offset } = await sendRequest('sendImportPiece', { params: { id }, query, body }));
        wait = FIRST_WAIT_MS;
      } catch (error) {
        const isDamaged = error instanceof ApiRequestError && error.problem?.code === 'upload_damaged';
        if (!isPassing(error) && !(isDamaged && (damaged += 1) < 3)) throw error;
        wait = Math.min(MAX_WAIT_MS, wait * 2);
        await new Promise((resolve) =>
          setTimeout(resolve, isPassing(error) ? (error.retryAfter ?? 0) * 1000 || wait : 0),
        );
      }
    }
  } finally {
    setUpload(id, undefined);
  }
}
