import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { emailCoverPath, jpegWidths, openGraphImageOf, type CoverImage } from '#contract/covers.ts';
import { SHOP_OPEN_GRAPH_IMAGE } from '#contract/pages.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import { compact } from '../compact.ts';
import type { Deps } from '../context.ts';
import { renderEmailCover, renderProductImage, renderShopImage } from '../covers/cover-images.ts';
import { coverPath, parseCoverName, type CoverName } from '../covers/cover-path.ts';
import { drawCover, type CoverInput } from '../covers/cover.ts';
import { COVER, PICTURE_TYPES, SAMPLE_PAGE, type PictureFile } from '../covers/encode-picture.ts';
import { pictureFileKey } from '../covers/store-picture.ts';
import { product } from '../db/tables.ts';
import { matchesEtag, preferredEncoding } from '../http/headers.ts';
import { rateLimitSubject } from '../limits.ts';
import { coverInputOf, productCoverPath } from './product-covers.ts';
import { productColumns } from './products.ts';

/** Bytes of cached pictures: some thousand of them. */
const CACHE_BYTES = 48 * 1024 * 1024;
const SVG = 'image/svg+xml';

const gzipAsync = promisify(gzip);
const gunzipAsync = promisify(gunzip);
const compress = async (svg: string) => compact(await gzipAsync(svg, { level: 9 }));

type Current = { input: CoverInput; image: CoverImage | null; cover: string };
/** A picture; SVG is compressed. */
type Picture = { type: string; contents: Buffer; isCurrent: boolean };
type StoredFile = PictureFile & { hash: string };

/**
 * Covers: stored ones (AVIF, WebP, JPEG), generated ones (SVG; PNG for emails), and the Open Graph images of products and of
 * the shop (PNG). The path contains a hash of the content, so that it is cached for a year; an old path, and one whose file is
 * missing, gets the current picture, cached for five minutes. A sample page (WebP) is only what its path says.
 */
export function registerCoverRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, storage, config, consumeRateLimit } = deps;
  const pictures = new LRUCache<string, Buffer, () => Promise<Buffer | undefined>>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (picture) => picture.length,
    fetchMethod: (_path, _stale, { context: load }) => load(),
  });
  const readFile = async ({ hash, ...file }: StoredFile): Promise<Picture | undefined> => {
    const key = pictureFileKey(hash, file, COVER);
    const contents = await pictures.fetch(key, { context: () => storage.get(key) });
    return contents && { type: PICTURE_TYPES[file.type], contents, isCurrent: true };
  };
  const drawn = (path: string, draw: () => Promise<Buffer>) => pictures.forceFetch(path, { context: draw });

  const drawCurrent = async ({ input, image }: Current, look: number): Promise<Picture> => {
    const stored = image && (await readFile({ ...image, type: 'webp' }));
    if (stored) return stored;
    const contents = await drawn(coverPath(input, look), async () => compress(drawCover(input, look)));
    return { type: SVG, contents, isCurrent: true };
  };
  const drawForEmail = async ({ input, image, cover }: Current): Promise<Picture> => {
    const stored = image && (await readFile({ ...image, width: jpegWidths(image.width)[0]!, type: 'jpg' }));
    const draw = () => renderEmailCover(input);
    return stored ?? { type: 'image/png', contents: await drawn(emailCoverPath(cover), draw), isCurrent: true };
  };
  const drawLink = async ({ input, image, cover }: Current): Promise<Picture> => {
    const stored = image && (await readFile({ ...image, width: jpegWidths(image.width).at(-1)!, type: 'jpg' }));
    const draw = () => renderProductImage(input, config.shopName, stored && { ...image, jpeg: stored.contents });
    return { type: 'image/png', contents: await drawn(openGraphImageOf(cover), draw), isCurrent: true };
  };

  const findPicture = async (name: CoverName, ip: string): Promise<Picture> => {
    const known = name.kind === 'generated' ? pictures.get(pathOf(name)) : undefined;
    if (known) return { type: SVG, contents: known, isCurrent: true };
    const file = name.kind === 'stored' ? await readFile(name) : undefined;
    if (file) return file;
    const current = await requireCover(db, name.id);
    if (name.kind === 'stored') return { ...(await drawCurrent(current, 0)), isCurrent: false };
    const path = openGraphImageOf(current.cover);
    const isCurrent = `${name.base}.png` === path;
    if (name.kind === 'generated') return { ...(await drawCurrent(current, name.look)), isCurrent };
    const isKnown = pictures.has(name.kind === 'small' ? emailCoverPath(current.cover) : path);
    if (!isKnown) await consumeRateLimit('browse', rateLimitSubject(ip));
    return { ...(await (name.kind === 'small' ? drawForEmail(current) : drawLink(current))), isCurrent };
  };

  app.get<{ Params: { name: string } }>('/covers/:name', async (request, reply) => {
    const name = parseCoverName(request.params.name) ?? throwApiError('not_found');
    const picture = await findPicture(name, request.ip);
    return sendPicture(request, reply, picture.type === SVG ? await encodeSvg(picture, request, reply) : picture);
  });
  app.get<{ Params: { name: string } }>('/samples/:name', async (request, reply) => {
    const [, hash = '', width] = SAMPLE_NAME.exec(request.params.name) ?? throwApiError('not_found');
    const key = pictureFileKey(hash, { width: Number(width), type: 'webp' }, SAMPLE_PAGE);
    const contents = requireFound(await storage.get(key));
    return sendPicture(request, reply, { type: PICTURE_TYPES.webp, contents, isCurrent: true });
  });
  app.get(SHOP_OPEN_GRAPH_IMAGE, async (request, reply) => {
    const contents = await drawn(SHOP_OPEN_GRAPH_IMAGE, () => renderShopImage(config.shopName));
    return sendPicture(request, reply, { type: 'image/png', contents, isCurrent: false });
  });
}

const SAMPLE_NAME = /^([0-9a-f]{16})-(\d{1,4})\.webp$/;

function pathOf({ base, look }: { base: string; look: number }): string {
  return `${base}${look === 0 ? '' : `-${look}`}.svg`;
}

/** A generated cover as the browser takes it: drawn and compressed once, and decompressed for the few that ask for that. */
async function encodeSvg(picture: Picture, { headers }: FastifyRequest, reply: FastifyReply): Promise<Picture> {
  void reply.header('Vary', 'Accept-Encoding');
  if (preferredEncoding(headers['accept-encoding']) === undefined)
    return { ...picture, contents: await gunzipAsync(picture.contents) };
  void reply.header('Content-Encoding', 'gzip');
  return picture;
}

async function requireCover(db: Deps['db'], id: number): Promise<Current> {
  const found = requireFound((await db.select(productColumns).from(product).where(eq(product.id, id)))[0]);
  return { input: coverInputOf(found), image: found.image, cover: productCoverPath(found) };
}

/** Other sites and email clients may embed pictures; generated covers are for the shop itself. */
function sendPicture({ url, headers }: FastifyRequest, reply: FastifyReply, picture: Picture): FastifyReply {
  const { type, contents, isCurrent } = picture;
  void reply
    .type(type)
    .header('Cache-Control', isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
    .header('Content-Security-Policy', "default-src 'none'")
    .header('Cross-Origin-Resource-Policy', type === SVG ? 'same-origin' : 'cross-origin');
  if (!isCurrent) return reply.send(contents);
  const etag = `"${url.slice(url.lastIndexOf('/') + 1).replace(/[^\w.-].*/, '')}"`;
  void reply.header('ETag', etag);
  return matchesEtag(headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(contents);
}
