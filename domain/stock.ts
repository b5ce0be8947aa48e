/** Copies fewer than this are told: it is the truth, not a hurry. */
const FEW = 4;

/** Whether so few copies are left that a reader should know. */
export function isFew(stock: number): boolean {
  return stock > 0 && stock < FEW;
}
