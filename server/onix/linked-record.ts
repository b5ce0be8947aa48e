import type { SavingPlan } from './plan-records.ts';

/** A record that is about to be stored, with the keys by which editions of one product find each other. */
export type LinkedRecord = {
  plan: SavingPlan;
  id: number;
  isbn: string | null;
  identifiers: string[];
  works: string[];
  related: string[];
  /** From `NEW_PRODUCTS` on it is one that is yet to be written. */
  productId: number | null;
  previousProductId: number | null;
};
