import { expect, type Page } from './shop.ts';

/**
 * Records the timers that the page sets from now on; returns a function that waits until one of so many milliseconds is set. React sets a
 * part's timer after the paint that shows the part, so a clock that is advanced in between skips nothing.
 */
export async function noteTimers(page: Page): Promise<(milliseconds: number) => Promise<void>> {
  await page.evaluate(() => {
    const set = window.setTimeout;
    const noted: (number | undefined)[] = [];
    const setTimeout = (work: () => void, milliseconds?: number) => {
      noted.push(milliseconds);
      return set(work, milliseconds);
    };
    Object.assign(window, { noted, setTimeout });
  });
  const isSet = (milliseconds: number) =>
    page.evaluate((wanted) => (window as unknown as { noted: number[] }).noted.includes(wanted), milliseconds);
  return (milliseconds) => expect.poll(() => isSet(milliseconds)).toBe(true);
}
