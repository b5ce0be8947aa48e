import { LOGO_DENSITY, LOGO_TYPES, logoSize, MAX_LOGO, type LogoType } from '#domain/logo.ts';
import { loadSharp } from '../covers/encode-picture.ts';
import { decodePhoto } from './encode-photo.ts';

export type EncodedLogo = {
  /** As pages show it. */
  width: number;
  height: number;
  files: { type: LogoType; contents: Buffer }[];
};

/**
 * A logo in every type; what is transparent stays so. Throws what {@link decodePhoto} throws: an SVG
 * is none of the formats that are decoded.
 */
export async function encodeLogo(file: Uint8Array): Promise<EncodedLogo> {
  const { data: pixels, info } = await decodePhoto(file, (photo) =>
    photo
      .toColourspace('srgb')
      .ensureAlpha()
      .resize({
        width: MAX_LOGO.width * LOGO_DENSITY,
        height: MAX_LOGO.height * LOGO_DENSITY,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const sharp = await loadSharp();
  const encode = {
    webp: () => sharp(pixels, { raw: info }).webp({ quality: 90 }),
    png: () => sharp(pixels, { raw: info }).png(),
  };
  const files = LOGO_TYPES.map(async (type) => ({ type, contents: await encode[type]().toBuffer() }));
  return { ...logoSize(info), files: await Promise.all(files) };
}
