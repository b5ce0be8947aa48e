import { PICTURE_SIZES, type PictureSize } from '#domain/picture.ts';
import { loadSharp } from '../covers/encode-picture.ts';
import { encodePhoto } from './encode-photo.ts';

export const PICTURE_TYPE = 'image/webp';
export const LARGE_PICTURE = PICTURE_SIZES[1];

export type SquareFile = { size: PictureSize; contents: Buffer };

/** The middle of a picture of a person, square, in every size (WebP). Throws what {@link encodePhoto} throws. */
export async function encodeSquare(file: Uint8Array): Promise<SquareFile[]> {
  const { data: pixels, info } = await encodePhoto(file, (photo) =>
    photo
      .resize({ width: LARGE_PICTURE, height: LARGE_PICTURE, fit: 'cover', position: 'centre' })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const sharp = await loadSharp();
  const encode = (size: PictureSize) => sharp(pixels, { raw: info }).resize(size).webp({ quality: 80 }).toBuffer();
  return Promise.all(PICTURE_SIZES.map(async (size) => ({ size, contents: await encode(size) })));
}
