/** The states of a refund, in the order in which they come; `declined` ends it early. */
export const REFUND_STATES = ['requested', 'approved', 'paid_out', 'declined'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** The moves that are allowed from each state (contract, "After the order"). */
export const REFUND_MOVES: Record<RefundState, readonly RefundState[]> = {
  requested: ['approved', 'declined'],
  approved: ['paid_out'],
  paid_out: [],
  declined: [],
};

export function canMoveRefund(from: RefundState, to: RefundState): boolean {
  return REFUND_MOVES[from].includes(to);
}

/** The states from which a move to `to` is allowed. */
export function refundStatesBefore(to: RefundState): RefundState[] {
  return REFUND_STATES.filter((from) => canMoveRefund(from, to));
}
