import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { LiveTopic } from '#contract/live.ts';
import { CallFailed } from '../../browser/client.ts';
import { isSignedIn, onSessionChange, storedProfile } from '../../browser/session.ts';
import { useNotify } from '../notices.tsx';
import { readProfile } from '../own-profile.ts';
import { followTogether } from './follow-together.ts';
import type { News } from './news.ts';
import { watchNews } from './watch-news.ts';

/** How long a customer's own deed may take to come back as news, in milliseconds. */
const OWN_DEED = 15_000;

/** How long ago something was read that need not be read again, in milliseconds. */
const JUST_READ = 10_000;

/** What is read again for a topic: the beginnings of query keys. */
const READ_AGAIN: Record<Exclude<LiveTopic, 'everything'>, readonly string[]> = {
  orders: ['orders', 'dashboard', 'transactions'],
  tickets: ['tickets', 'ticket', 'dashboard'],
  profile: ['sessions', 'activity', 'wishes', 'addresses'],
};

/** Keeps the page true while it is looked at: what changes elsewhere is read again, and said where it is news. */
export function LiveUpdates() {
  const queries = useQueryClient();
  const [findNews] = useState(watchNews);
  const hasFollowed = useRef(false);
  const tell = useTell();
  const customer = useSyncExternalStore(onAttention, watchingCustomer);
  const onTold = useEffectEvent((topic: LiveTopic) => {
    if (topic === 'everything' && !hasFollowed.current) readOldAgain(queries);
    else readAgain(queries, topic);
    hasFollowed.current = true;
    if (topic === 'profile') void unlessRefused(readProfile());
    void unlessRefused(findNews(topic).then((news) => tell(news.filter((one) => !isOwnDeed(queries, one)))));
  });
  useEffect(() => {
    if (!customer) return undefined;
    const ending = new AbortController();
    followTogether(onTold, ending.signal);
    return () => ending.abort();
  }, [customer]);
  return null;
}

/** Who is signed in on a page that can be seen. */
function watchingCustomer(): string | undefined {
  return document.visibilityState === 'visible' && isSignedIn() ? storedProfile()?.uid : undefined;
}

function onAttention(callback: () => void): () => void {
  document.addEventListener('visibilitychange', callback);
  const forget = onSessionChange(callback);
  return () => {
    document.removeEventListener('visibilitychange', callback);
    forget();
  };
}

function readAgain(queries: QueryClient, topic: LiveTopic): void {
  const keys = topic === 'everything' ? undefined : READ_AGAIN[topic];
  void queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => !keys || keys.includes(String(first)) });
}

/** When a page first follows, it has just read what it shows. */
function readOldAgain(queries: QueryClient): void {
  void queries.invalidateQueries({ fetchStatus: 'idle', predicate: (query) => query.isStaleByTime(JUST_READ) });
}

function useTell(): (news: readonly News[]) => void {
  const t = useTranslations('area.live');
  const notify = useNotify();
  return (news) => {
    for (const one of news)
      notify({
        text:
          one.about === 'order'
            ? t(`orders.${one.status}`, { number: one.number })
            : t('answered', { number: one.number }),
      });
  };
}

/** A customer who has just cancelled an order knows it. */
function isOwnDeed(queries: QueryClient, news: News): boolean {
  if (news.about !== 'order' || news.status !== 'cancelled') return false;
  const deeds = queries.getMutationCache().getAll();
  return deeds.some(({ state }) => state.status !== 'error' && Date.now() - state.submittedAt < OWN_DEED);
}

/** What cannot be read now is read at the next occasion. */
async function unlessRefused(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
  }
}
