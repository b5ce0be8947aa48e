import type { Logo } from '#domain/logo.ts';
import { loadSharp } from '../covers/encode-picture.ts';
import type { Deps } from '../context.ts';
import { readLogoFile } from '../shop-settings/logo.ts';
import type { PdfLayout, Picture } from './pdf-layout.ts';

/** What stands at the head of the shop's documents: its logo, or its name where it has none. */
export type Letterhead = { shop: string; logo?: Picture | undefined };

const LETTERHEAD_SIZE = 22;
/** Pages of the shop show a logo in pixels, 96 of which are an inch. */
const POINTS_PER_PIXEL = 0.75;

/** By the logo in force, which is another object after each change. */
const pictures = new WeakMap<Logo, Promise<Picture | undefined>>();

export async function loadLetterhead({ config, storage }: Pick<Deps, 'config' | 'storage'>): Promise<Letterhead> {
  const { shopName: shop, logo } = config;
  if (!logo) return { shop };
  const known = pictures.get(logo) ?? loadPicture(storage, logo);
  pictures.set(logo, known);
  known.catch(() => pictures.delete(logo));
  return { shop, logo: await known };
}

/** On white and without transparency, which a PDF file takes as it is; nothing where the file is gone. */
async function loadPicture(storage: Deps['storage'], logo: Logo): Promise<Picture | undefined> {
  const stored = await readLogoFile(storage, logo, 'png');
  if (!stored) return undefined;
  const sharp = await loadSharp();
  const png = await sharp(stored)
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .png({ palette: false })
    .toBuffer();
  const address = `data:image/png;base64,${png.toString('base64')}`;
  return { address, width: logo.width * POINTS_PER_PIXEL, height: logo.height * POINTS_PER_PIXEL };
}

/** The head of a document with what it is. */
export function writeLetterhead(
  layout: PdfLayout,
  { shop, logo }: Letterhead,
  { title, color }: { title: string; color?: string },
): void {
  const name = { text: shop, from: 0, to: 0.6, size: LETTERHEAD_SIZE, isBold: true, direction: 'auto' as const };
  const kind = { text: title, from: 0.6, to: 1, size: 15, isAtEnd: true };
  if (logo) layout.pictureRow(logo, [kind]);
  else layout.row([{ ...name, ...(color !== undefined && { color }) }, kind]);
  layout.space(14);
}
