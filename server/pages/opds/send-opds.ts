import type { FastifyReply, FastifyRequest } from 'fastify';
import { throwApiError } from '../../api-error.ts';
import { matchesEtag, preferredEncoding } from '../../http/headers.ts';
import { findUnstorableText } from '../../http/register-endpoints.ts';
import { rateLimitSubject } from '../../limits.ts';
import type { LocalizedContext } from '../storefront.ts';
import { FEED_LOADERS, opdsKeyOf } from './opds-feeds.ts';
import { FEED, PUBLICATION, type OpdsFeed } from './opds-paths.ts';

/** Sends a feed from the cache of pages: dropped, as they are, when a product in it changes. */
export async function sendOpds(
  context: LocalizedContext,
  feed: OpdsFeed,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { deps, cache, locale } = context;
  const viewRequest = { params: request.params as Record<string, string>, query: request.query, locale };
  if (findUnstorableText(viewRequest.params).length > 0) throwApiError('not_found');
  const key = `${locale} opds ${feed} ${JSON.stringify(viewRequest.params)} ${opdsKeyOf(feed, viewRequest)}`;
  const cached = await cache.get(key, {
    admit: () => deps.consumeRateLimit('browse', rateLimitSubject(request.ip)),
    onFailure: (error) => request.log.warn({ err: error }, 'a feed could not be read; the stale one is sent'),
    render: async () => {
      const shop = { origin: deps.publicUrl, locale };
      const found = await FEED_LOADERS[feed](deps, { ...viewRequest, shop, shopName: deps.config.shopName });
      if (!found) return { status: 404, html: '', productIds: new Set() };
      return { status: 200, html: JSON.stringify(found.body), productIds: found.productIds };
    },
  });
  if (cached.status !== 200) throwApiError('not_found');
  const encoding = preferredEncoding(request.headers['accept-encoding']);
  const etag = `"${cached.etag}${encoding ? `-${encoding}` : ''}"`;
  void reply
    .type(`${feed === 'publication' ? PUBLICATION : FEED}; charset=utf-8`)
    .header('Cache-Control', 'public, max-age=0, must-revalidate')
    .header('Vary', 'Accept-Encoding')
    .header('ETag', etag);
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding) void reply.header('Content-Encoding', encoding);
  return reply.send(encoding ? cached[encoding] : cached.html);
}
