/** Widths of stored covers, in pixels; a picture that is narrower than one of them has its own instead of it. */
const WIDTHS = [120, 240, 400, 640] as const;
export const MAX_COVER_WIDTH = 640;

/** A picture in the object storage: its size at the largest width, and its dominant color as six hexadecimal digits. */
export type CoverImage = { hash: string; width: number; height: number; color: string };

/** The widths in which a cover is stored, the largest last. */
export function coverWidths(width: number): number[] {
  return storedWidths(WIDTHS, width);
}

/** Of some widths, in ascending order, those that a picture has files of; its own instead of the first that is wider. */
export function storedWidths(widths: readonly number[], width: number): number[] {
  return [...widths.filter((one) => one < width), Math.min(width, widths.at(-1)!)];
}

/** The path of a product's stored cover. It says size and color, so that whoever has the path can keep its place. */
export function storedCoverPath(productId: number, { hash, width, height, color }: CoverImage): string {
  return `/covers/${productId}-${hash}-${width}x${height}-${color}.webp`;
}

const STORED = /^(\/covers\/\d{1,9}-[0-9a-f]{16})-(\d{1,4})x(\d{1,4})-([0-9a-f]{6})\.webp$/;
const PICTURE_TYPES = ['avif', 'webp'] as const;

/** A stored cover as `<picture>` shows it; `sources` are the smaller type first, with every width. */
export type CoverPicture = {
  width: number;
  height: number;
  color: string;
  sources: { type: string; srcSet: string }[];
};

/** What a path says of its cover; nothing of a generated one, which is drawn at any size. */
export function coverPictureOf(path: string): CoverPicture | undefined {
  const [, base, width, height, color] = STORED.exec(path) ?? [];
  if (base === undefined) return undefined;
  const widths = coverWidths(Number(width));
  return {
    width: Number(width),
    height: Number(height),
    color: color!,
    sources: PICTURE_TYPES.map((type) => ({
      type: `image/${type}`,
      srcSet: widths.map((one) => `${base}-${one}.${type} ${one}w`).join(', '),
    })),
  };
}

/** The path of a stored cover at the smallest width; of a generated one the path itself. */
export function smallCoverPath(path: string): string {
  const [, base, width] = STORED.exec(path) ?? [];
  return base === undefined ? path : `${base}-${coverWidths(Number(width))[0]}.webp`;
}

const EMAIL_WIDTH = 144;

/** The cover as emails show it (JPEG or PNG): many email clients know no other pictures. */
export function emailCoverPath(path: string): string {
  const [, base, width] = STORED.exec(path) ?? [];
  if (base !== undefined) return `${base}-${Math.min(EMAIL_WIDTH, Number(width))}.jpg`;
  return path.replace(GENERATED_ENDING, '-small.png');
}

/** The picture (PNG, 1200 × 630) that other sites show beside a link to a title, by its cover. */
export function openGraphImageOf(path: string): string {
  const [, base] = STORED.exec(path) ?? [];
  return `${base ?? path.replace(GENERATED_ENDING, '')}.png`;
}

/** A generated cover may have another look beside its like: `-1.svg`. */
const GENERATED_ENDING = /(?:-\d)?\.svg$/;

/** Widths of the JPEG files of a stored cover: for emails, and for other sites. */
export function jpegWidths(width: number): number[] {
  return [...new Set([EMAIL_WIDTH, 400].map((one) => Math.min(one, width)))];
}
