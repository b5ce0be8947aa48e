/** The most bytes of a file that a picture of a person is made from. */
export const MAX_PICTURE_UPLOAD = 10_000_000;

/** The sides of a picture's files, which are square, in pixels. */
export const PICTURE_SIZES = [96, 256] as const;
export type PictureSize = (typeof PICTURE_SIZES)[number];

/** The path of one file of a picture; its own path is what they have in common. */
export function pictureFile(picture: string, size: PictureSize): string {
  return `${picture}-${size}.webp`;
}
