import { endpoint } from './endpoint.ts';

/** What an open page may have to read again; `everything` when something may have been missed. */
export const LIVE_TOPICS = ['orders', 'tickets', 'profile', 'everything'] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

export const followChanges = endpoint({
  method: 'GET',
  path: '/api/live',
  summary:
    "Server-sent events: each one's data is a topic of this customer that changed. Ends with the access token or the session; come back with a fresh one, and read again what is on screen.",
  tag: 'Account',
  access: 'customer',
  limit: 'none',
  produces: 'text/event-stream',
  answers: 200,
  refusals: [],
});
