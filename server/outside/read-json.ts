/** Milliseconds for an answer, its body included: fewer than a sign-in waits, so that whoever comes next asks anew. */
const PATIENCE = 9_000;
const MOST_BYTES = 256 * 1024;

/** Reads JSON from an outside server: within 9 seconds, 256 KiB at most, without following it elsewhere. Throws otherwise. */
export async function readJson(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(url, {
    headers: { Accept: 'application/json', ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE),
  });
  const text = await readText(response);
  if (!response.ok) throw new AnswerNotOk(response.status);
  return JSON.parse(text);
}

/** An outside server answered, but with a status that is none of success. */
export class AnswerNotOk extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`answered ${status}`);
    this.status = status;
  }
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > MOST_BYTES) throw new Error(`answered more than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
