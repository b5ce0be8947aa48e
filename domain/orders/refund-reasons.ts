/** Why a customer requests a refund. */
export const REFUND_REASONS = ['damaged', 'wrong_item', 'not_as_described', 'changed_mind', 'late', 'other'] as const;
/** `cancelled` is the shop's own: a paid order that was cancelled. */
export type RefundReason = (typeof REFUND_REASONS)[number] | 'cancelled';
