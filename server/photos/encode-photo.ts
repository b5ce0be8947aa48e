import type { Sharp } from 'sharp';
import { throwApiError } from '../api-error.ts';
import { loadSharp } from '../covers/encode-picture.ts';
import { concurrencyLimit } from '../limits.ts';

/** Decoding takes a processor and much memory: one at a time. */
const withConcurrencyLimit = concurrencyLimit({ concurrency: 1, maxWaiting: 8, maxWaitSeconds: 10 });

const MAX_PIXELS = 50_000_000;

/**
 * Encodes what a file of a customer contains, whatever its name and type say: upright, on white, in sRGB, without what
 * cameras write into it. Throws `photo_invalid` for what is no whole picture, and `photo_too_large` before it is decoded.
 */
export function encodePhoto<T>(file: Uint8Array, encode: (photo: Sharp) => Promise<T>): Promise<T> {
  return decodePhoto(file, (opened) => encode(opened.flatten({ background: '#fff' }).toColourspace('srgb')));
}

/** The same with what is transparent, upright. Throws what {@link encodePhoto} throws. */
export function decodePhoto<T>(file: Uint8Array, encode: (photo: Sharp) => Promise<T>): Promise<T> {
  return withConcurrencyLimit(async () => {
    const sharp = await loadSharp();
    try {
      const opened = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
      return await encode(opened.autoOrient());
    } catch (error) {
      const isLarge = error instanceof Error && /pixel limit/i.test(error.message);
      return throwApiError(isLarge ? 'photo_too_large' : 'photo_invalid', {}, error);
    }
  });
}
