import { storedWidths, type CoverImage } from './covers.ts';

/** Widths of stored sample pages, in pixels: a phone's, and one of two pages beside each other on a sharp screen. */
const WIDTHS = [600, 1200] as const;
export const MAX_SAMPLE_WIDTH = 1200;

/** The widths in which a sample page is stored, the largest last. */
export function sampleWidths(width: number): number[] {
  return storedWidths(WIDTHS, width);
}

/** The path of a file of a sample page. */
function samplePath(hash: string, width: number): string {
  return `/samples/${hash}-${width}.webp`;
}

/** A sample page as `<img>` shows it, with every width that there is. */
export function samplePictureOf({ hash, width, height }: CoverImage) {
  const widths = sampleWidths(width);
  return {
    src: samplePath(hash, widths[0]!),
    srcSet: widths.map((one) => `${samplePath(hash, one)} ${one}w`).join(', '),
    width,
    height,
  };
}
