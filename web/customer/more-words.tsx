import { useEffect, useState, type ReactNode } from 'react';
import { IntlProvider, useMessages, useTimeZone } from 'use-intl';
import type { Locale } from '#domain/locale.ts';
import { useReaderLocale } from '../ui/use-reader-locale.ts';
import { loadScript } from './load-script.ts';
import { Loading } from './loading.tsx';

export type WordLoaders = Record<Locale, () => Promise<{ default: unknown }>>;

type MoreWordsProps = { name: 'account' | 'area'; loaders: WordLoaders; children: ReactNode };

/** Adds words that only some pages need. In another language the old ones stay until those come. */
export function MoreWords({ name, loaders, children }: MoreWordsProps) {
  const locale = useReaderLocale();
  const messages = useMessages();
  const timeZone = useTimeZone();
  const words = useWords(`${name}-${locale}`, loaders[locale]);
  if (!words) return <Loading />;
  return (
    <IntlProvider locale={locale} {...(timeZone && { timeZone })} messages={{ ...messages, [name]: words }}>
      {children}
    </IntlProvider>
  );
}

/** The words of a script, or those that were there before it; throws where it cannot be had. */
function useWords(name: string, load: WordLoaders[Locale]): unknown {
  const [words, setWords] = useState<unknown>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    let isWanted = true;
    loadScript({ name, load, target: () => location.href }).then(
      (loaded) => isWanted && setWords(loaded.default),
      (error: unknown) => isWanted && setFailure(error),
    );
    return () => {
      isWanted = false;
    };
  }, [name, load]);
  if (!words && failure !== undefined) throw failure;
  return words;
}
