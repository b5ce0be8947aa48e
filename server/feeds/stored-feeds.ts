import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { throwApiError } from '../api-error.ts';
import type { Database } from '../db/connection.ts';
import { feedChunk, feedFile, feedGeneration } from '../db/tables.ts';
import { matchesEtag, preferredEncoding } from '../http/headers.ts';

type StoredFeed = { generation: number; hash: string; publishedAt: Date };

/** A file of the generation that is published; undefined before there is one. Throws not-found for a file it does not have. */
async function findFeed(db: Database, path: string): Promise<StoredFeed | undefined> {
  const [published] = await db
    .select({ id: feedGeneration.id, publishedAt: feedGeneration.publishedAt })
    .from(feedGeneration)
    .where(isNotNull(feedGeneration.publishedAt))
    .orderBy(desc(feedGeneration.id))
    .limit(1);
  if (!published) return undefined;
  const [file] = await db
    .select({ hash: feedFile.hash })
    .from(feedFile)
    .where(and(eq(feedFile.generation, published.id), eq(feedFile.path, path)));
  if (!file) throwApiError('not_found');
  return { generation: published.id, hash: file.hash, publishedAt: published.publishedAt! };
}

/** Seconds after which a search engine may ask again, while a new shop makes its first feeds. */
const RETRY_AFTER = 120;

/** Sends a file that the job made, part by part, to whoever does not have it yet. */
export async function sendFeed(db: Database, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const path = request.url.split('?')[0]!;
  const feed = await findFeed(db, path);
  if (!feed) return reply.code(503).header('Retry-After', RETRY_AFTER).header('Cache-Control', 'no-store').send();
  const isCompressed = preferredEncoding(request.headers['accept-encoding']) !== undefined;
  const etag = `"${feed.hash}${isCompressed ? '-gzip' : ''}"`;
  void reply
    .header('Cache-Control', 'public, max-age=3600')
    .header('Vary', 'Accept-Encoding')
    .header('ETag', etag)
    .header('Last-Modified', feed.publishedAt.toUTCString());
  if (isUnchanged(request, etag, feed.publishedAt)) return reply.code(304).send();
  void reply.type('application/xml; charset=utf-8');
  const chunks = Readable.from(readChunks(db, feed.generation, path));
  if (isCompressed) return reply.header('Content-Encoding', 'gzip').send(chunks);
  const plain = createGunzip();
  // A failure ends the response: nothing else can be said in the middle of a file.
  pipeline(chunks, plain, () => {});
  return reply.send(plain);
}

/** A tag decides where there is one (RFC 9110, 13.1.3). */
function isUnchanged({ headers }: FastifyRequest, etag: string, changedAt: Date): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers;
  if (tags !== undefined) return matchesEtag(tags, etag);
  return since !== undefined && Math.floor(changedAt.getTime() / 1000) <= Date.parse(since) / 1000;
}

/** One query for each part: no transaction waits for a slow reader. */
async function* readChunks(db: Database, generation: number, path: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const [chunk] = await db
      .select({ data: feedChunk.data })
      .from(feedChunk)
      .where(and(eq(feedChunk.generation, generation), eq(feedChunk.path, path), eq(feedChunk.position, position)));
    if (!chunk) return;
    yield chunk.data;
  }
}
