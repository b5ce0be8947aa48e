import type { OrderRequest } from '#domain/orders/order-request.ts';
import type { ClaimProblem, ClaimWish } from '#domain/orders/claim.ts';
import type { Claim } from './claims.ts';
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
  claim?: ClaimReview;
  /** From which day it is possible, where that lies ahead. */
  opensOn?: string;
};

/** What is sent back of an order; `error`: why photos were not taken. */
export type OrderReturnView = {
  page: 'orderReturn';
  order: OrderWithTimeline;
  returned: Refund;
  isGuest: boolean;
  error?: string;
};

/** A claim that something of an order did not arrive. */
export type OrderClaimView = {
  page: 'orderClaim';
  order: OrderWithTimeline;
  claim: Claim;
  isGuest: boolean;
  /** Why it could not be ended. */
  error?: string;
};

/** A claim to be confirmed; `amount` (RM) is what its copies refund. */
export type ClaimReview = {
  problem: ClaimProblem;
  items: { id: string; qty: number }[];
  isAddressRight: boolean;
  wish: ClaimWish;
  note: string;
  amount: number;
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
