import type { FastifyInstance } from 'fastify';
import type { Deps } from '../context.ts';
import { rateLimitSubject } from '../limits.ts';
import { MERCHANT_FEED_PATH } from './merchant-feed.ts';
import { SITEMAP_INDEX_PATH } from './sitemap.ts';
import { sendFeed } from './stored-feeds.ts';

const FEED_PATHS = [SITEMAP_INDEX_PATH, '/sitemaps/:file', MERCHANT_FEED_PATH];

/** Serves what the job made: the sitemap and the merchant feed. */
export function registerFeeds(app: FastifyInstance, { db, consumeRateLimit }: Deps): void {
  for (const path of FEED_PATHS)
    app.get(path, { config: { priority: 'optional' } }, async (request, reply) => {
      await consumeRateLimit('browse', rateLimitSubject(request.ip));
      return sendFeed(db, request, reply);
    });
}
