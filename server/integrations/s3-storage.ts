import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { SaxesParser } from 'saxes';
import type { ObjectStorage } from './object-storage.ts';

export type S3Settings = {
  /** The origin of the server. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const TIMEOUT_MS = 15_000;
/** After 50, 100 and 200 ms: where the server has an error or asks for patience. */
const RETRIES = { retries: 3, initRetryMs: 50 };

type Send = (method: string, path: string, init?: RequestInit) => Promise<Response>;

/** A bucket of a server that speaks S3, addressed by path (`ENDPOINT/BUCKET/KEY`), requests signed with version 4. */
export function openS3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings): ObjectStorage {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', ...RETRIES });
  const send: Send = async (method, path, init) => {
    const response = await client.fetch(`${endpoint}/${bucket}${path}`, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...init,
    });
    if (response.ok || response.status === 404) return response;
    throw new Error(
      `The object storage answered ${method} ${path} with ${response.status}: ${await reasonOf(response)}`,
    );
  };
  return {
    put: async (key, contents, type) => {
      const headers = {
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-amz-content-sha256': createHash('sha256').update(contents).digest('hex'),
      };
      const { status } = await send('PUT', `/${key}`, { body: new Uint8Array(contents), headers });
      if (status === 404) throw new Error(`The object storage has no bucket ${bucket}.`);
    },
    get: async (key) => {
      const response = await send('GET', `/${key}`);
      if (response.status === 404) return drain(response, undefined);
      return Buffer.from(await response.arrayBuffer());
    },
    delete: async (key) => drain(await send('DELETE', `/${key}`), undefined),
    exists: async (key) => (await send('HEAD', `/${key}`)).status !== 404,
    list: (prefix) => listKeys(send, prefix),
  };
}

/** A thousand keys a request, each after the last key of the one before. */
async function* listKeys(send: Send, prefix: string): AsyncGenerator<string> {
  for (let marker: string | undefined = ''; marker !== undefined;) {
    const query = new URLSearchParams({ prefix, marker });
    const response = await send('GET', `/?${query}`);
    if (response.status === 404) throw new Error('The object storage has no such bucket.');
    const { keys, isTruncated } = parseList(await response.text());
    yield* keys;
    marker = isTruncated ? keys.at(-1) : undefined;
  }
}

function parseList(xml: string): { keys: string[]; isTruncated: boolean } {
  const keys: string[] = [];
  let isTruncated = false;
  let text = '';
  const parser = new SaxesParser();
  parser.on('opentag', () => void (text = ''));
  parser.on('text', (part) => void (text += part));
  parser.on('closetag', ({ name }) => {
    if (name === 'Key') keys.push(text);
    if (name === 'IsTruncated') isTruncated = text === 'true';
  });
  parser.write(xml).close();
  return { keys, isTruncated };
}

/** A connection is used again only after its response was read. */
async function drain<T>(response: Response, value: T): Promise<T> {
  await response.arrayBuffer();
  return value;
}

const MAX_REASON = 200;

async function reasonOf(response: Response): Promise<string> {
  const text = await response.text();
  return (/<Message>([^<]*)/.exec(text)?.[1] ?? text).slice(0, MAX_REASON) || response.statusText;
}
