import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import { loadCartDetail } from './variants.ts';
import { findProduct, coverInputOf, productCoverPath, productColumns } from './products.ts';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { openGraphImageOf, SHOP_OPEN_GRAPH_IMAGE } from '#contract/pages.ts';
import { drawCover, type CoverInput, parseCoverName, emailCoverPath } from '../covers/cover.ts';
import { renderShopImage, renderEmailCover, renderProductImage } from '../covers/cover-images.ts';
import { product } from '../db/tables.ts';
import { rateLimitSubject } from '../limits.ts';

export function catalogueHandlers({ db }: Deps): Pick<Handlers, 'getProduct' | 'getCartDetail'> {
  return {
    getProduct: async ({ params }) => requireFound(await findProduct(db, params.id)),
    getCartDetail: ({ body }) => loadCartDetail(db, body.ids),
  };
}

/** Bytes of cached PNG images: some thousand of them. */
const CACHE_BYTES = 48 * 1024 * 1024;

/**
 * The generated covers (SVG), and as PNG the small covers in emails and the Open Graph images of products and of the shop.
 * The path contains a hash of the content, so that it is cached for a year; an old path gets the current image, cached for
 * five minutes.
 */
export function registerCoverRoutes(app: FastifyInstance, { db, config, consumeRateLimit }: Deps): void {
  const images = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (image) => image.length,
    fetchMethod: (_path, _stale, { context: render }) => render(),
  });
  app.get<{ Params: { name: string } }>('/covers/:name', async ({ params, ip }, reply) => {
    const { id, kind, cover: requested } = parseCoverName(params.name) ?? throwApiError('not_found');
    const { input, cover } = await requireCover(db, id);
    const isCurrent = cover === requested;
    if (kind === 'cover') return sendImage(reply, { type: 'svg', isCurrent, image: drawCover(input) });
    const isSmall = kind === 'small';
    const current = isSmall ? emailCoverPath(cover) : openGraphImageOf(cover);
    if (!images.has(current)) await consumeRateLimit('browse', rateLimitSubject(ip));
    const render = () => (isSmall ? renderEmailCover(input) : renderProductImage(input, config.shopName));
    const image = await images.forceFetch(current, { context: render });
    return sendImage(reply, { type: 'png', isCurrent, image });
  });
  app.get(SHOP_OPEN_GRAPH_IMAGE, async (_request, reply) => {
    const image = await images.forceFetch(SHOP_OPEN_GRAPH_IMAGE, {
      context: () => renderShopImage(config.shopName),
    });
    return sendImage(reply, { type: 'png', isCurrent: false, image });
  });
}

async function requireCover(db: Deps['db'], id: number): Promise<{ input: CoverInput; cover: string }> {
  const found = requireFound((await db.select(productColumns).from(product).where(eq(product.id, id)))[0]);
  return { input: coverInputOf(found), cover: productCoverPath(found) };
}

type ImageResponse = { type: 'svg' | 'png'; isCurrent: boolean; image: string | Buffer };

/** Other sites and email clients may embed the PNG images; SVG covers are for the shop itself. */
function sendImage(reply: FastifyReply, { type, isCurrent, image }: ImageResponse): FastifyReply {
  return reply
    .type(type === 'svg' ? 'image/svg+xml' : 'image/png')
    .header('Cache-Control', isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
    .header('Content-Security-Policy', "default-src 'none'")
    .header('Cross-Origin-Resource-Policy', type === 'svg' ? 'same-origin' : 'cross-origin')
    .send(image);
}
