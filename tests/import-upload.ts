import { createHash } from 'node:crypto';
import { PIECE_BYTES } from '#domain/catalogue/import-run.ts';
import { workImports } from '../server/imports/work-imports.ts';
import { get, post, toTestResponse, type TestApp } from './test-app.ts';

const sha256 = (contents: Buffer) => createHash('sha256').update(contents).digest();

/** A file in the pieces in which it is sent, with what is announced of it. */
export function fileInPieces(name: string, contents: Buffer) {
  const count = Math.ceil(contents.length / PIECE_BYTES);
  const pieces = Array.from({ length: count }, (_, place) => {
    const offset = place * PIECE_BYTES;
    const part = contents.subarray(offset, offset + PIECE_BYTES);
    return { offset, contents: part, digest: sha256(part).toString('hex') };
  });
  const digest = sha256(Buffer.concat(pieces.map((piece) => sha256(piece.contents)))).toString('hex');
  return { name, size: contents.length, digest, pieces };
}

type Piece = ReturnType<typeof fileInPieces>['pieces'][number];

/** What staff do with imports over the API, and the job that works them. */
export function importsOf({ app, deps, connect }: TestApp, token: string) {
  const sendPiece = async (id: string, { offset, digest, contents }: Piece) =>
    toTestResponse(
      await app.inject({
        method: 'POST',
        url: `/api/admin/imports/pieces/${id}?offset=${offset}&digest=${digest}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        payload: contents,
      }),
    );
  const act = (name: string, body: object) => post(app, `/api/admin/imports/${name}`, body, { token });
  const find = async (id: string) => (await get(app, `/api/admin/imports/${id}`, { token })).body;
  const upload = async (name: string, contents: string | Buffer): Promise<string> => {
    const { pieces, ...announced } = fileInPieces(name, Buffer.from(contents as string));
    const { body } = await act('start', announced);
    for (const piece of pieces.filter(({ offset }) => offset >= body.received)) await sendPiece(body.id, piece);
    return body.id;
  };
  const work = (signal = new AbortController().signal) =>
    workImports({
      deps,
      connect,
      signal,
      onError: (error) => {
        throw error;
      },
    });
  return {
    act,
    find,
    sendPiece,
    upload,
    work,
    /** Uploads a file and compares it; what is then known of it. */
    compare: async (name: string, contents: string | Buffer) => {
      const id = await upload(name, contents);
      await work();
      return find(id);
    },
    /** Applies a compared import. */
    apply: async (id: string, confirmed: object[] = []) => {
      const { body } = await act('apply', { id, confirmed });
      await work();
      return { ...(await find(id)), answered: body.status };
    },
    csv: (id: string, report: 'differences' | 'issues', headers: Record<string, string> = {}) =>
      get(app, `/api/admin/imports/${id}/${report}`, { token, headers }),
  };
}
