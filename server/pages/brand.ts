import { logoPath } from '#domain/logo.ts';
import type { Config } from '../config.ts';
import { escapeHtml } from '../http/headers.ts';

/** What stands for the shop in its documents: its logo, or else its name. */
export type Brand = Pick<Config, 'shopName' | 'logo'>;

/** Tells the scripts of an area which logo there is. */
export function logoMeta({ logo }: Brand): string {
  return logo ? `<meta name="shop-logo" content="${escapeHtml(JSON.stringify(logo))}">` : '';
}

/** As `web/ui/logo-picture.tsx` shows it. */
export function markHtml({ shopName, logo }: Brand): string {
  if (!logo) return escapeHtml(shopName);
  const { width, height } = logo;
  return `<img class="logo" src="${logoPath(logo, 'webp')}" alt="${escapeHtml(shopName)}" width="${width}" height="${height}">`;
}
