/** Tells, in the address, the first page after signing in that a cart came along. */
export const CART_KEPT = 'kept';
