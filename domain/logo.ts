/** The shop's logo: the id of its files, and the size in which pages show it, in pixels. */
export type Logo = Readonly<{ id: string; width: number; height: number }>;

/** The most pixels in which pages show a logo. */
export const MAX_LOGO = { width: 200, height: 40 };
/** Files have this many pixels for one of the page, for sharp screens. */
export const LOGO_DENSITY = 3;

/** WebP for pages; PNG for what does not know it: emails and search engines. */
export const LOGO_TYPES = ['webp', 'png'] as const;
export type LogoType = (typeof LOGO_TYPES)[number];

/** The size in which a picture is shown as a logo: as large as fits, small ones no larger than their pixels. */
export function logoSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, MAX_LOGO.width / width, MAX_LOGO.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

export function logoPath({ id }: Logo, type: LogoType): string {
  return `/logos/${id}.${type}`;
}
