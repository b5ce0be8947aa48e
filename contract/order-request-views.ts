import type { OrderRequest } from '#domain/orders/order-request.ts';
import type { OrderWithTimeline, Refund } from './orders.ts';
import type { FormState } from './forms.ts';

/** A page below that of an order's link; without `form` its request is not possible now. */
export type OrderRequestView = {
  page: 'orderRequest';
  request: OrderRequest;
  order: OrderWithTimeline;
  isGuest: boolean;
  form?: FormState;
  /** What was chosen, to be confirmed. */
  review?: ItemsReview;
};

/** What is sent back of an order; `error`: why photos were not taken. */
export type OrderReturnView = {
  page: 'orderReturn';
  order: OrderWithTimeline;
  returned: Refund;
  isGuest: boolean;
  error?: string;
};

/** Copies of an order's lines, and what refunding them comes to, in RM. */
export type ItemsReview = {
  items: { id: string; qty: number }[];
  reason: string;
  note: string;
  merchandise: number;
  withdrawn: number;
  giftWrap: number;
  shipping: number;
  amount: number;
};
