import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';
import { drawCover, isRightToLeft, type CoverInput } from './cover.ts';
import { otherScripts } from '../typesetting/fonts.ts';
import { drawAuthor, drawTitle, escapeXml, type Block } from './typography.ts';

/** The size of the image that messengers and social networks show beside a link. */
export const SOCIAL_IMAGE = { width: 1200, height: 630 } as const;
/** The size of a cover in an email, shown at half of it; many email clients show no SVG. */
export const EMAIL_COVER = { width: 144, height: 216 } as const;

const PAPER = '#faf6ef';
const INK = '#2a2430';
const PLUM = '#735394';

const { resolve } = createRequire(import.meta.url);
const FONTS = [
  'literata/400Regular/Literata_400Regular.ttf',
  'literata/600SemiBold/Literata_600SemiBold.ttf',
  'literata/400Regular_Italic/Literata_400Regular_Italic.ttf',
  'figtree/400Regular/Figtree_400Regular.ttf',
  'figtree/600SemiBold/Figtree_600SemiBold.ttf',
  'vazirmatn/400Regular/Vazirmatn_400Regular.ttf',
  ...otherScripts(400),
  ...otherScripts(600),
].map((file) => resolve(`@expo-google-fonts/${file}`));

/** A stored cover for the social image: the picture, its width and height. */
type StoredPicture = { jpeg: Buffer; width: number; height: number };

/** The place of the cover in the social image. */
const SLOT = { x: 80, y: 60, width: 340, height: 510 } as const;

/** The social image of a product (PNG): its cover, and beside it title, author and the shop's name. */
export function renderProductImage(
  input: CoverInput,
  shopName: string,
  stored?: StoredPicture | null,
): Promise<Buffer> {
  const isMirrored = isRightToLeft(input.language);
  const { x, y, width, height } = SLOT;
  const slot = `x="${x}" y="${y}" width="${width}" height="${height}"`;
  const cover = stored ? embedPicture(stored, slot) : drawCover(input).replace('width="300" height="450"', slot);
  const at = (place: number) => (isMirrored ? SOCIAL_IMAGE.width - place : place);
  const block = (top: number, tall: number): Block => ({ x: 0, y: top, width: 310, height: tall, fill: INK });
  const text = { title: input.title, note: input.series ?? '', author: input.author, language: input.language };
  const style = { face: 'serif', anchor: 'start', isMirrored } as const;
  const texts =
    drawTitle(text, { ...block(0, 120), rise: 'bottom', largest: 34 }, style) +
    drawAuthor(text, { ...block(136, 40), fill: PLUM }, { ...style, face: 'sans' });
  return renderSocialImage(
    (isMirrored ? `<g transform="translate(${SOCIAL_IMAGE.width - 500} 0)">${cover}</g>` : cover) +
      `<g transform="translate(${at(490)} 100) scale(2.05)">${texts}</g>` +
      shopNameText(shopName, { x: at(490), y: 565, anchor: isMirrored ? 'end' : 'start' }),
  );
}

function embedPicture({ jpeg }: StoredPicture, slot: string): string {
  const link = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
  return `<image ${slot} preserveAspectRatio="xMidYMid meet" href="${link}"/>`;
}

/** The cover alone, a small PNG. */
export function renderEmailCover(input: CoverInput): Promise<Buffer> {
  return toPng(drawCover(input), EMAIL_COVER.width);
}

/** The social image of every page that is not about one product. */
export function renderShopImage(shopName: string): Promise<Buffer> {
  return renderSocialImage(
    `<path fill="${PLUM}" d="M600 235c-33-23-73-31-117-27v155c44-4 84 4 117 27 33-23 73-31 117-27V208c-44-4-84 4-117 27z"/>` +
      `<path d="M600 235v155" stroke="${PAPER}" stroke-width="6"/>` +
      `<text x="600" y="480" font-size="72" font-family="serif" fill="${INK}" text-anchor="middle">${escapeXml(shopName)}</text>`,
  );
}

type TextPosition = { x: number; y: number; anchor: 'start' | 'end' };

function shopNameText(shopName: string, { x, y, anchor }: TextPosition): string {
  return `<text x="${x}" y="${y}" font-size="30" font-family="sans-serif" font-weight="600" fill="${INK}" text-anchor="${anchor}">${escapeXml(shopName)}</text>`;
}

function renderSocialImage(drawing: string): Promise<Buffer> {
  const { width, height } = SOCIAL_IMAGE;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<path fill="${PAPER}" d="M0 0h${width}v${height}H0z"/>${drawing}</svg>`;
  return toPng(svg, width);
}

/** Renders on a thread of its own, with our fonts only, so that it is the same on every machine. */
async function toPng(svg: string, width: number): Promise<Buffer> {
  const font = { loadSystemFonts: false, fontFiles: FONTS, serifFamily: 'Literata', sansSerifFamily: 'Figtree' };
  const image = await renderAsync(svg, {
    font: { ...font, defaultFontFamily: 'Literata' },
    fitTo: { mode: 'width', value: width },
  });
  return image.asPng();
}
