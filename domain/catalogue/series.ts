/** Where a title without a number stands in its series: after all that have one. */
export const LAST_POSITION = 2_147_483_647;

const HUNDREDTHS = 100;
const MOST = LAST_POSITION / HUNDREDTHS - 1;

/**
 * The place of a volume in its series by the first number in what is printed as its number: `2` before `10`, `2.5` and `2,5`
 * between `2` and `3`, `1-3` as `1`, digits of any script. A title without a number comes last.
 */
export function seriesPosition(number: string | null): number {
  const digits = (number ?? '').normalize('NFKC').replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
  const [found] = /\d+(?:[.,٫]\d+)?/.exec(digits) ?? [];
  if (found === undefined) return LAST_POSITION;
  return Math.round(Math.min(Number(found.replace(/[,٫]/, '.')), MOST) * HUNDREDTHS);
}
