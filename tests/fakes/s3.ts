import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, inject } from 'vitest';

export const S3_KEY = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/**
 * An S3 server with an empty bucket `covers`: s3rver, behind a check of signatures (version 4), which it does not have itself.
 * `failNext` answers so many of the next requests with 503.
 */
export async function startS3(): Promise<{ endpoint: string; requests: string[]; failNext(count: number): void }> {
  const directory = mkdtempSync(join(inject('cluster').folder, 's3-'));
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: 'covers', configs: [] }] });
  await s3.configureBuckets();
  const handle = s3.callback() as RequestListener;
  const requests: string[] = [];
  let failures = 0;
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (failures > 0) {
      failures -= 1;
      response.writeHead(503).end();
    } else if (isSigned(request)) handle(request, response);
    else response.writeHead(403).end('<Error><Message>The signature does not match.</Message></Error>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, requests, failNext: (count) => void (failures = count) };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Whether the Authorization header is that of the secret: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const [, scope = '', signed = '', signature] =
    /Credential=S3RVER\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(headers.authorization ?? '') ?? [];
  const { pathname, searchParams } = new URL(url!, 'http://s3.test');
  searchParams.sort();
  const query = searchParams.toString().replaceAll('+', '%20');
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const request = [method, pathname, query, lines.join(''), signed, headers['x-amz-content-sha256']].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(request)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${S3_KEY.secretAccessKey}`);
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}
