/** The states of an order, in the order in which they come; `cancelled` ends it early. */
export const ORDER_STATES = ['placed', 'paid', 'packed', 'shipped', 'delivered', 'cancelled'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** The moves that are allowed from each state (contract, "After the order"). */
export const ORDER_MOVES: Record<OrderState, readonly OrderState[]> = {
  placed: ['paid', 'cancelled'],
  paid: ['packed', 'cancelled'],
  packed: ['shipped'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
};

/** The states that nothing follows: an order is open until it comes to one of them. */
export const LAST_STATES: readonly OrderState[] = ORDER_STATES.filter((state) => ORDER_MOVES[state].length === 0);

export function canMove(from: OrderState, to: OrderState): boolean {
  return ORDER_MOVES[from].includes(to);
}

/** The states from which a move to `to` is allowed. */
export function statesBefore(to: OrderState): OrderState[] {
  return ORDER_STATES.filter((from) => canMove(from, to));
}
