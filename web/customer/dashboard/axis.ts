import type { Sen } from '#domain/money.ts';

/** RM 1, 2, 5, 10, 20, 50 … lie between two lines of a chart. */
const STEPS = [1, 2, 5];
const MOST_STEPS = 4;

/** Where the lines of a chart stand, in whole sen from the lowest to the highest: round amounts around all values and 0. */
export function axisLines(values: readonly Sen[]): Sen[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const step = stepFor(high - low);
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

function stepFor(span: Sen): Sen {
  for (let power = 100; ; power *= 10)
    for (const step of STEPS) if (step * power * MOST_STEPS >= span) return step * power;
}
