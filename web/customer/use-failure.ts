import { useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { CallFailed } from '../browser/client.ts';
import { useRefusal } from './use-refusal.ts';

type Shown = { error: unknown; said: string | undefined; until: number | undefined; isLong: boolean; isOver: boolean };

/** The longest wait that is told to the second. */
const EXACT_S = 120;

/**
 * The failure of a form in a sentence. Where the server asks to wait, it says until when, and `isWaiting` holds the
 * button back just so long.
 */
export function useFailure() {
  const [shown, setShown] = useState<Shown>();
  const sentence = useSentence(shown);
  const end = shown?.until;
  useEffect(() => {
    if (end === undefined) return undefined;
    const timer = setTimeout(() => setShown((now) => now && { ...now, isOver: true }), end - Date.now());
    return () => clearTimeout(timer);
  }, [end]);
  const fail = (error: unknown, said?: string) => {
    const seconds = error instanceof CallFailed ? error.retryAfter : undefined;
    const until = seconds === undefined ? undefined : Date.now() + seconds * 1000;
    setShown({ error, said, until, isLong: seconds !== undefined && seconds > EXACT_S, isOver: false });
  };
  return {
    /** The failed call itself. */
    error: shown?.error,
    sentence,
    isWaiting: end !== undefined && !shown?.isOver,
    /** Shows a failed call; `said` stands in for the sentence of a call that answered none. */
    fail,
    clear: () => setShown(undefined),
  };
}

function useSentence(shown: Shown | undefined): string | undefined {
  const t = useTranslations('customer.wait');
  const format = useFormatter();
  const refusal = useRefusal();
  if (!shown) return undefined;
  const { error, said, until, isLong, isOver } = shown;
  if (until === undefined) return said ?? refusal(error);
  if (isOver) return t('over');
  return t('until', { time: format.dateTime(until, { timeStyle: isLong ? 'short' : 'medium', hour12: true }) });
}
