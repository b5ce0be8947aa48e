import type { Sen } from './money.ts';

/** Postal codes `from`–`to` are delivered for `cost`, free once the amount reaches `freeFrom`; all in sen. */
export type Zone = { from: number; to: number; cost: Sen; freeFrom: Sen };

/** The specification's two zones (section 9): peninsula and east. */
export const ZONES: readonly Zone[] = [
  { from: 10_000, to: 86_900, cost: 800, freeFrom: 131_00 },
  { from: 87_000, to: 98_859, cost: 2700, freeFrom: 701_00 },
];
