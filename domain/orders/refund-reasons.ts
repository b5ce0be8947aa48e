/** Why a customer requests a refund. */
export const REFUND_REASONS = ['damaged', 'wrong_item', 'not_as_described', 'changed_mind', 'late', 'other'] as const;
/** The shop's own: a paid order that was cancelled, and copies that never arrived. */
export const SHOP_REFUND_REASONS = ['cancelled', 'lost'] as const;
export type RefundReason = (typeof REFUND_REASONS | typeof SHOP_REFUND_REASONS)[number];
