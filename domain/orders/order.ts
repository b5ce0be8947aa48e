import { isEmbargoed } from '../catalogue/availability.ts';
import { arrivalMessage } from '../delivery-promise.ts';
import type { Locale } from '../locale.ts';

/** The states of an order, in the order in which they come; `cancelled` ends it early. */
export const ORDER_STATES = ['placed', 'paid', 'packed', 'shipped', 'delivered', 'cancelled'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** The transitions allowed from each state (specification §4). */
export const ORDER_TRANSITIONS: Record<OrderState, readonly OrderState[]> = {
  placed: ['paid', 'cancelled'],
  paid: ['packed', 'cancelled'],
  packed: ['shipped'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
};

/** The states without transitions: an order is open until it reaches one of them. */
export const FINAL_ORDER_STATES: readonly OrderState[] = ORDER_STATES.filter(
  (state) => ORDER_TRANSITIONS[state].length === 0,
);

/** The states of an order that was paid: its titles are bought. */
export const BOUGHT_ORDER_STATES = ['paid', 'packed', 'shipped', 'delivered'] as const satisfies readonly OrderState[];

export function canTransitionOrder(from: OrderState, to: OrderState): boolean {
  return ORDER_TRANSITIONS[from].includes(to);
}

/** The states from which a transition to `to` is allowed. */
export function orderStatesBefore(to: OrderState): OrderState[] {
  return ORDER_STATES.filter((from) => canTransitionOrder(from, to));
}

/** `onSaleFrom`: when the title is dispatched, as its customer last heard; `awaited` copies are not in stock yet. */
type DispatchedLine = { embargo: string | null; onSaleFrom: string | null; awaited: number };

/** The date before which an order in this state does not dispatch a pre-ordered line: its embargo, or when its copies come. */
export function dispatchDate(
  state: OrderState,
  { embargo, onSaleFrom, awaited }: DispatchedLine,
  today: string,
): string | undefined {
  const date = embargo ?? (awaited > 0 ? onSaleFrom : null);
  const isWaiting = state === 'placed' || state === 'paid' || state === 'packed';
  return isWaiting && date !== null && isEmbargoed(date, today) ? date : undefined;
}

/** What decides whether a late payment reinstates an order; `isOverdue`: it was cancelled because it was not paid in time. */
export type CancelledOrder = { state: OrderState; isOverdue: boolean; hasAddress: boolean };

/** An order that was cancelled otherwise stays cancelled; one whose address was anonymized cannot be shipped. */
export function canReinstateOrder({ state, isOverdue, hasAddress }: CancelledOrder): boolean {
  return state === 'cancelled' && isOverdue && hasAddress;
}

/** Whose unpaid orders count together: a customer or a guest's email, a guest's network address, and its network. */
export const UNPAID_LIMIT_SCOPES = ['buyer', 'address', 'network'] as const;
export type UnpaidLimitScope = (typeof UNPAID_LIMIT_SCOPES)[number];

/** Unpaid orders, and copies in all of them, that one origin may have at once; many people share a network. */
export const UNPAID_LIMITS: Readonly<Record<UnpaidLimitScope, { orders: number; copies: number }>> = {
  buyer: { orders: 5, copies: 100 },
  address: { orders: 10, copies: 200 },
  network: { orders: 50, copies: 500 },
};

/** One origin may hold one fifth of a variant's stock unpaid. */
const MAX_STOCK_SHARE = 5;

/** Unpaid orders and copies of one origin, and copies by variant. */
export type UnpaidHoldings = {
  scope: UnpaidLimitScope;
  orders: number;
  copies: number;
  byVariant: ReadonlyMap<number, number>;
};

/** Copies of a variant in a new order, of `free` available ones. */
export type RequestedCopies = { variantId: number; qty: number; free: number };

export type UnpaidLimitError =
  | { code: 'too_many_unpaid_orders' }
  /** `lines`: how many copies are available of each variant of which too many were requested. */
  | { code: 'too_many_unpaid_copies'; lines: { variantId: number; available: number }[] };

/** Copies that an origin may still order of a variant of which `free` are available and it holds `held` unpaid. */
export function unpaidCopiesAvailable(free: number, held: number): number {
  const most = Math.max(1, Math.floor((free + held) / MAX_STOCK_SHARE));
  return Math.min(free, Math.max(0, most - held));
}

/** Why an order may not be placed, given the unpaid orders of its origins; undefined when it may. */
export function checkUnpaidLimits(
  held: readonly UnpaidHoldings[],
  wanted: readonly RequestedCopies[],
): UnpaidLimitError | undefined {
  const copies = wanted.reduce((sum, { qty }) => sum + qty, 0);
  if (held.some((one) => one.orders >= UNPAID_LIMITS[one.scope].orders)) return { code: 'too_many_unpaid_orders' };
  const lines = wanted
    .map(({ variantId, qty, free }) => {
      const left = held.map(({ byVariant }) => unpaidCopiesAvailable(free, byVariant.get(variantId) ?? 0));
      return { variantId, qty, available: Math.min(...left, free) };
    })
    .filter(({ qty, available }) => qty > available)
    .map(({ variantId, available }) => ({ variantId, available }));
  const isTooMany = held.some((one) => one.copies + copies > UNPAID_LIMITS[one.scope].copies);
  return lines.length > 0 || isTooMany ? { code: 'too_many_unpaid_copies', lines } : undefined;
}

/** Whether an order is still to arrive. */
function isAwaited(state: OrderState): boolean {
  return state !== 'delivered' && state !== 'cancelled';
}

/** What a customer reads of an order's arrival: before the payment, if it comes in time. Nothing once it is not awaited. */
export function expectedArrival(
  state: OrderState,
  promise: { from: string; to: string; orderBy?: string | undefined } | null,
  locale: Locale,
) {
  if (!promise || !isAwaited(state)) return undefined;
  const { from, to, orderBy } = promise;
  return arrivalMessage('expected', state === 'placed' ? { from, to, orderBy } : { from, to }, locale);
}
