import { createHash } from 'node:crypto';
import type { OutputInfo, Sharp } from 'sharp';
import { MAX_COVER_WIDTH, coverWidths, jpegWidths, type CoverImage } from '#contract/covers.ts';
import { MAX_SAMPLE_WIDTH, sampleWidths } from '#contract/sample-pages.ts';

/** A file that is no cover or no page, with one sentence for whoever sent it. */
export class InvalidPictureError extends Error {}

export const MAX_PICTURE_BYTES = 20_000_000;
const MAX_PIXELS = 40_000_000;
/** The longer side of a picture by its shorter one: what is longer is neither cover nor page. */
const MAX_ASPECT = 3;

export type PictureFile = { type: PictureFileType; width: number };
/** What pictures of a kind must be, and what is stored of them. */
export type PictureKind = {
  /** What it is in a sentence. */
  name: 'cover' | 'sample page';
  /** Raised when such pictures are encoded differently, so that the same file becomes another picture. */
  encoding: string;
  minSide: number;
  maxWidth: number;
  /** The files of a picture of this width. */
  filesOf: (width: number) => PictureFile[];
};

export const COVER: PictureKind = {
  name: 'cover',
  encoding: '1',
  minSide: 100,
  maxWidth: MAX_COVER_WIDTH,
  filesOf: (width) => {
    const widths = coverWidths(width);
    return [
      ...(['avif', 'webp'] as const).flatMap((type) => widths.map((one) => ({ type, width: one }))),
      ...jpegWidths(width).map((one) => ({ type: 'jpg' as const, width: one })),
    ];
  },
};

/** A page is only read in the shop, large: one type that every browser knows. */
export const SAMPLE_PAGE: PictureKind = {
  name: 'sample page',
  encoding: 'sample 1',
  minSide: 300,
  maxWidth: MAX_SAMPLE_WIDTH,
  filesOf: (width) => sampleWidths(width).map((one) => ({ type: 'webp', width: one })),
};

/** What a picture was made from, as 64 bits of its hash. */
export function hashPicture(file: Buffer, { encoding }: PictureKind): string {
  return createHash('sha256').update(`${encoding} `).update(file).digest('hex').slice(0, 16);
}

/** A decoded picture, no wider than the largest stored width; `color` is the dominant one. */
export type Picture = CoverImage & { pixels: Buffer; info: OutputInfo };

export type EncodedFile = PictureFile & { contents: Buffer };

type SharpModule = typeof import('sharp').default;
let loading: Promise<SharpModule> | undefined;

/** The encoder is loaded with the first picture: servers that only serve them never have it in memory. */
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

/** Decodes a file by what it contains, whatever its name says. Throws {@link InvalidPictureError} with the reason. */
export async function readPicture(file: Buffer, kind: PictureKind): Promise<Picture> {
  if (file.length > MAX_PICTURE_BYTES) throw new InvalidPictureError('It is larger than 20 MB.');
  if (file.length === 0) throw new InvalidPictureError(`It is no picture of ${KNOWN}.`);
  const sharp = await loadSharp();
  const open = () => sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
  await requireShape(file, open(), kind);
  const picture = open()
    .autoOrient()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize({ width: kind.maxWidth, withoutEnlargement: true });
  const { data: pixels, info } = await picture
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: Error) => {
      throw new InvalidPictureError(`It is damaged or cut off (${firstLine(error.message)}).`);
    });
  const { dominant } = await sharp(pixels, { raw: info }).stats();
  const color = [dominant.r, dominant.g, dominant.b].map((one) => one.toString(16).padStart(2, '0')).join('');
  return { hash: hashPicture(file, kind), width: info.width, height: info.height, color, pixels, info };
}

async function requireShape(file: Buffer, picture: Sharp, { name, minSide }: PictureKind): Promise<void> {
  const found = await picture.metadata().catch((error: Error) => {
    if (/pixel limit/i.test(error.message)) throw new InvalidPictureError('It has more than 40 megapixels.');
    throw new InvalidPictureError(`It is no picture of ${KNOWN}.`);
  });
  const { format, width, height, pages = 1, compression } = found;
  if (!(format in FORMATS) || (format === 'heif' && compression !== 'av1'))
    throw new InvalidPictureError(`It is no picture of ${KNOWN}.`);
  if (width * height > MAX_PIXELS) throw new InvalidPictureError('It has more than 40 megapixels.');
  if ((pages > 1 && format !== 'tiff') || isAnimatedPng(file)) throw new InvalidPictureError('It is animated.');
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (shorter < minSide) throw new InvalidPictureError(`It is too small: ${width} × ${height} pixels.`);
  if (longer > shorter * MAX_ASPECT)
    throw new InvalidPictureError(`It has no shape of a ${name}: ${width} × ${height} pixels.`);
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
export type PictureFileType = keyof typeof ENCODERS;

/** The media types of the files of a picture. */
export const PICTURE_TYPES: Readonly<Record<PictureFileType, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

/** The picture in every type and width of its kind, without metadata. */
export async function encodePicture({ pixels, info }: Picture, { filesOf }: PictureKind): Promise<EncodedFile[]> {
  const sharp = await loadSharp();
  const files = [];
  for (const file of filesOf(info.width)) {
    const scaled = sharp(pixels, { raw: info }).resize({ width: file.width });
    files.push({ ...file, contents: await ENCODERS[file.type](scaled).toBuffer() });
  }
  return files;
}
