import type { Permission } from '../staff.ts';
import type { OrderState } from './order.ts';

/** The states that staff move orders to. */
export const STAFF_TRANSITIONS = [
  'paid',
  'packed',
  'shipped',
  'delivered',
  'cancelled',
] as const satisfies readonly OrderState[];
export type StaffTransition = (typeof STAFF_TRANSITIONS)[number];

/** What a role needs for each: an order that is paid or cancelled moves money. */
export const TRANSITION_PERMISSIONS: Record<StaffTransition, Permission> = {
  paid: 'payments.write',
  packed: 'orders.write',
  shipped: 'orders.write',
  delivered: 'orders.write',
  cancelled: 'payments.write',
};

/** The most orders of one bulk action. */
export const BULK_ORDERS = 100;

/** The most characters of a search for orders. */
export const ORDER_SEARCH_LENGTH = 100;
