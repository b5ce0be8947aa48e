import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { LiveTopic } from '#contract/options.ts';
import { subscribe } from '../customer/live/event-stream.ts';

/** What is loaded again, by the first part of its key, when something happened to orders or tickets. */
const KEYS: Partial<Record<LiveTopic, readonly string[]>> = {
  orders: ['work-list', 'orders', 'order', 'refunds', 'refund', 'returns', 'claims', 'fulfilment', 'transfers'],
  tickets: ['work-list', 'tickets', 'ticket'],
};

/** Keeps what is on screen up to date with what customers and colleagues do. */
export function LiveUpdates() {
  const queries = useQueryClient();
  const onMessage = useEffectEvent((topic: LiveTopic) => loadAgain(queries, KEYS[topic] ?? Object.values(KEYS).flat()));
  useEffect(() => {
    const controller = new AbortController();
    void subscribe(onMessage, controller.signal, 'followShop');
    return () => controller.abort();
  }, []);
  return null;
}

function loadAgain(queries: QueryClient, keys: readonly string[]): void {
  const predicate = (query: Query) => keys.includes(String(query.queryKey[0]));
  void queries.invalidateQueries({ predicate, refetchType: 'none' });
  void queries.refetchQueries({ type: 'active', predicate: (query) => predicate(query) && !isScrolledFar(query) });
}

/** Of a list with more pages than this every page would be loaded again. */
const FEW_PAGES = 3;

function isScrolledFar({ state }: Query): boolean {
  return ((state.data as { pages?: unknown[] } | undefined)?.pages?.length ?? 0) > FEW_PAGES;
}
