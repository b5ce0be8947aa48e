/** Classes of requests; a shop that cannot answer everybody gives up the first ones first. */
export const PRIORITIES = ['optional', 'browse', 'page', 'account', 'staff', 'sign-in', 'checkout'] as const;
export type Priority = (typeof PRIORITIES)[number];
