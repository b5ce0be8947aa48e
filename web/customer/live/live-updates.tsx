import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { LiveTopic } from '#contract/options.ts';
import type { Ticket } from '#contract/tickets.ts';
import { ApiRequestError, sendRequest } from '../../browser/api-client.ts';
import { isSignedIn, onSessionChange, storedProfile } from '../../browser/session.ts';
import { showToast } from '../shell/toasts.tsx';
import { fetchProfile } from '../profile/current-profile.ts';
import { subscribeAcrossTabs } from './event-stream.ts';
import { type LiveNotification, answeredTickets, changedOrders, type Snapshot } from './live-events.ts';

/** How long after the customer's own action a notification may still be caused by it, in milliseconds. */
const OWN_ACTION_MS = 15_000;

/** Data fetched within this many milliseconds is not fetched again. */
const FRESH_MS = 10_000;

/** The prefixes of the query keys that a topic invalidates. */
const INVALIDATED_KEYS: Record<Exclude<LiveTopic, 'everything'>, readonly string[]> = {
  orders: ['orders', 'dashboard', 'transactions'],
  tickets: ['tickets', 'ticket', 'dashboard'],
  profile: ['sessions', 'activity', 'wishes', 'addresses'],
};

/** Keeps a visible page up to date: refetches what changed elsewhere, and notifies of it. */
export function LiveUpdates() {
  const queries = useQueryClient();
  const [detectChanges] = useState(createChangeDetector);
  const hasConnected = useRef(false);
  const notify = useNotificationToasts();
  const customer = useSyncExternalStore(onVisibilityOrSessionChange, visibleCustomerId);
  const onMessage = useEffectEvent((topic: LiveTopic) => {
    if (topic === 'everything' && !hasConnected.current) invalidateStale(queries);
    else invalidateTopic(queries, topic);
    hasConnected.current = true;
    if (topic === 'profile') void ignoreApiErrors(fetchProfile());
    void ignoreApiErrors(
      detectChanges(topic).then((changes) => notify(changes.filter((change) => !isOwnAction(queries, change)))),
    );
  });
  useEffect(() => {
    if (!customer) return undefined;
    const controller = new AbortController();
    subscribeAcrossTabs(onMessage, controller.signal);
    return () => controller.abort();
  }, [customer]);
  return null;
}

/** The signed-in customer, while the page is visible. */
function visibleCustomerId(): string | undefined {
  return document.visibilityState === 'visible' && isSignedIn() ? storedProfile()?.uid : undefined;
}

function onVisibilityOrSessionChange(callback: () => void): () => void {
  document.addEventListener('visibilitychange', callback);
  const unsubscribe = onSessionChange(callback);
  return () => {
    document.removeEventListener('visibilitychange', callback);
    unsubscribe();
  };
}

function invalidateTopic(queries: QueryClient, topic: LiveTopic): void {
  const keys = topic === 'everything' ? undefined : INVALIDATED_KEYS[topic];
  void queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => !keys || keys.includes(String(first)) });
}

/** On the first connection the page has just fetched what it shows. */
function invalidateStale(queries: QueryClient): void {
  void queries.invalidateQueries({ fetchStatus: 'idle', predicate: (query) => query.isStaleByTime(FRESH_MS) });
}

function useNotificationToasts(): (changes: readonly LiveNotification[]) => void {
  const t = useTranslations('area.live');
  return (changes) => {
    for (const one of changes)
      showToast({
        text:
          one.about === 'order'
            ? t(`orders.${one.status}`, { number: one.number })
            : t('answered', { number: one.number }),
      });
  };
}

/** A customer is not notified of their own actions. */
function isOwnAction(queries: QueryClient, change: LiveNotification): boolean {
  if (change.about !== 'order' || change.status !== 'cancelled') return false;
  const mutations = queries.getMutationCache().getAll();
  return mutations.some(({ state }) => state.status !== 'error' && Date.now() - state.submittedAt < OWN_ACTION_MS);
}

/** What cannot be fetched now is fetched with the next message. */
async function ignoreApiErrors(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!(error instanceof ApiRequestError)) throw error;
  }
}

/** How many of the newest orders and tickets are watched for changes. */
const WATCHED_COUNT = 20;

/** Returns what changed since the previous call; nothing on the first. Throws as any request. */
export function createChangeDetector(): (topic: LiveTopic) => Promise<LiveNotification[]> {
  let known: Partial<Snapshot> = {};
  let previous: Promise<unknown> = Promise.resolve();
  const detect = async (topic: LiveTopic) => {
    const isAll = topic === 'everything';
    const before = known;
    const [orders, tickets] = await Promise.all([
      isAll || topic === 'orders' ? sendRequest('listOrders', { query: { limit: WATCHED_COUNT } }) : before.orders,
      isAll || topic === 'tickets' ? listNewest() : before.tickets,
    ]);
    known = { ...(orders && { orders }), ...(tickets && { tickets }) };
    return [...changedOrders(before.orders, orders), ...answeredTickets(before.tickets, tickets)];
  };
  return (topic) => {
    const detected = previous.then(() => detect(topic));
    previous = detected.catch(() => {});
    return detected;
  };
}

async function listNewest(): Promise<Ticket[]> {
  return (await sendRequest('listTickets', { query: { limit: WATCHED_COUNT } })).rows;
}
