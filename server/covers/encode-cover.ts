import { createHash } from 'node:crypto';
import type { OutputInfo, Sharp } from 'sharp';
import { MAX_COVER_WIDTH, coverWidths, jpegWidths, type CoverImage } from '#contract/covers.ts';

/** A file that is no cover, with one sentence for whoever sent it. */
export class InvalidCoverError extends Error {}

export const MAX_COVER_BYTES = 20_000_000;
const MAX_PIXELS = 40_000_000;
const MIN_SIDE = 100;
/** The longer side of a cover by its shorter one: what is longer is no cover. */
const MAX_ASPECT = 3;
/** Raised when covers are encoded differently, so that the same file becomes another picture. */
const ENCODING_VERSION = 1;

/** What a picture was made from, as 64 bits of its hash. */
export function hashCover(file: Buffer): string {
  return createHash('sha256').update(`${ENCODING_VERSION} `).update(file).digest('hex').slice(0, 16);
}

/** A decoded picture, no wider than the largest stored width; `color` is the dominant one. */
export type Picture = CoverImage & { pixels: Buffer; info: OutputInfo };

export type EncodedFile = { type: CoverFileType; width: number; mediaType: string; contents: Buffer };

type SharpModule = typeof import('sharp').default;
let loading: Promise<SharpModule> | undefined;

/** The encoder is loaded with the first cover: servers that only serve them never have it in memory. */
export function loadSharp(): Promise<SharpModule> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Tiff'].map((type) => `VipsForeignLoad${type}`),
    });
    return sharp;
  });
  return loading;
}

const FORMATS: Readonly<Record<string, string>> = {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  heif: 'AVIF',
  tiff: 'TIFF',
};
const KNOWN = 'JPEG, PNG, WebP, AVIF or TIFF';

/** Decodes a file by what it contains, whatever its name says. Throws {@link InvalidCoverError} with the reason. */
export async function readPicture(file: Buffer): Promise<Picture> {
  if (file.length > MAX_COVER_BYTES) throw new InvalidCoverError('It is larger than 20 MB.');
  if (file.length === 0) throw new InvalidCoverError(`It is no picture of ${KNOWN}.`);
  const sharp = await loadSharp();
  const open = () => sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
  await requireCover(file, open());
  const picture = open()
    .autoOrient()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize({ width: MAX_COVER_WIDTH, withoutEnlargement: true });
  const { data: pixels, info } = await picture
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: Error) => {
      throw new InvalidCoverError(`It is damaged or cut off (${firstLine(error.message)}).`);
    });
  const { dominant } = await sharp(pixels, { raw: info }).stats();
  const color = [dominant.r, dominant.g, dominant.b].map((one) => one.toString(16).padStart(2, '0')).join('');
  return { hash: hashCover(file), width: info.width, height: info.height, color, pixels, info };
}

async function requireCover(file: Buffer, picture: Sharp): Promise<void> {
  const found = await picture.metadata().catch((error: Error) => {
    if (/pixel limit/i.test(error.message)) throw new InvalidCoverError('It has more than 40 megapixels.');
    throw new InvalidCoverError(`It is no picture of ${KNOWN}.`);
  });
  const { format, width, height, pages = 1, compression } = found;
  if (!(format in FORMATS) || (format === 'heif' && compression !== 'av1'))
    throw new InvalidCoverError(`It is no picture of ${KNOWN}.`);
  if (width * height > MAX_PIXELS) throw new InvalidCoverError('It has more than 40 megapixels.');
  if ((pages > 1 && format !== 'tiff') || isAnimatedPng(file)) throw new InvalidCoverError('It is animated.');
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (shorter < MIN_SIDE) throw new InvalidCoverError(`It is too small: ${width} × ${height} pixels.`);
  if (longer > shorter * MAX_ASPECT)
    throw new InvalidCoverError(`It has no shape of a cover: ${width} × ${height} pixels.`);
}

/** An animated PNG has a chunk `acTL` before its first pixels. */
function isAnimatedPng(file: Buffer): boolean {
  if (file.toString('latin1', 1, 4) !== 'PNG') return false;
  const pixels = file.indexOf('IDAT');
  return file.subarray(0, pixels === -1 ? undefined : pixels).includes('acTL');
}

function firstLine(text: string): string {
  return text.split('\n')[0]!.slice(0, 100);
}

/** Efforts at which a cover takes about half a second of one core; a higher one for AVIF takes seven times that for a fifth less. */
const ENCODERS = {
  avif: (picture: Sharp) => picture.avif({ quality: 50, effort: 2 }),
  webp: (picture: Sharp) => picture.webp({ quality: 75, effort: 4 }),
  jpg: (picture: Sharp) => picture.jpeg({ quality: 80, mozjpeg: true }),
} as const;
export type CoverFileType = keyof typeof ENCODERS;

/** The media types of the files of a cover. */
export const COVER_TYPES: Readonly<Record<CoverFileType, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

/** The widths of a picture's files, by type. */
export function coverFilesOf({ width }: Pick<CoverImage, 'width'>): { type: CoverFileType; width: number }[] {
  const widths = coverWidths(width);
  return [
    ...(['avif', 'webp'] as const).flatMap((type) => widths.map((one) => ({ type, width: one }))),
    ...jpegWidths(width).map((one) => ({ type: 'jpg' as const, width: one })),
  ];
}

/** The picture in every type and width, without metadata. */
export async function encodePicture({ pixels, info, ...image }: Picture): Promise<EncodedFile[]> {
  const sharp = await loadSharp();
  const files = [];
  for (const { type, width } of coverFilesOf(image)) {
    const scaled = sharp(pixels, { raw: info }).resize({ width });
    const contents = await ENCODERS[type](scaled).toBuffer();
    files.push({ type, width, mediaType: COVER_TYPES[type], contents });
  }
  return files;
}
