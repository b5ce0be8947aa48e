/**
 * `pending` until a guest confirms the address, `open` while the shop looks for it, `answered` once the shop has written back,
 * `fulfilled` once the title is in the catalogue.
 */
export const TITLE_REQUEST_STATES = ['pending', 'open', 'answered', 'fulfilled'] as const;
export type TitleRequestState = (typeof TITLE_REQUEST_STATES)[number];

/** What is done to a request: a guest confirms it, the shop answers and fulfils it. Removing one deletes it. */
export const TITLE_REQUEST_ACTIONS = ['confirm', 'answer', 'fulfil'] as const;
export type TitleRequestAction = (typeof TITLE_REQUEST_ACTIONS)[number];

/** The states before and the state after an action; what the shop could not get may still come in. */
export const TITLE_REQUEST_TRANSITIONS: Record<
  TitleRequestAction,
  { from: readonly TitleRequestState[]; to: TitleRequestState }
> = {
  confirm: { from: ['pending'], to: 'open' },
  answer: { from: ['open', 'answered'], to: 'answered' },
  fulfil: { from: ['open', 'answered'], to: 'fulfilled' },
};

/** How many requests without an answer a reader may have. */
export const MAX_TITLE_REQUESTS = 20;
/** For how long answered and fulfilled requests are kept, in days. */
export const ANSWERED_REQUEST_DAYS = 365;
export const FULFILLED_REQUEST_DAYS = 90;
