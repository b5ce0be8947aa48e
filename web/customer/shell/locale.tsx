import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { IntlProvider, useMessages, useTimeZone, type AppConfig } from 'use-intl';
import { directionOf, type Locale, isLocale, preferredLocale } from '#domain/locale.ts';
import { setStored, getStored } from '../../browser/storage.ts';
import type customer from '#messages/en/customer.json';
import { COMMON_MESSAGES } from '../../cart/load-messages.ts';
import { storedProfile } from '../../browser/session.ts';
import { useReaderLocale } from '../../ui/text.tsx';
import { loadChunk } from './lazy-with-preload.ts';
import { Loading } from '../page/page-states.tsx';
import { CUSTOMER_AREA, LOCALE_COOKIE, localizedPath } from '#contract/pages.ts';

const SetLocaleContext = createContext<(locale: Locale) => Promise<void>>(async () => {});

/** Changes the locale without reloading. */
export function useSetLocale(): (locale: Locale) => Promise<void> {
  return use(SetLocaleContext);
}

type LocaleProviderProps = { initialLocale: Locale; initialMessages: CustomerMessages; children: ReactNode };

/** The language of the customer area: messages, text direction, and how to change it without leaving the page. */
export function LocaleProvider({ initialLocale, initialMessages, children }: LocaleProviderProps) {
  const [current, setCurrent] = useState({ locale: initialLocale, messages: initialMessages });
  const setLocale = async (locale: Locale) => {
    const messages = await loadMessages(locale);
    setStored('locale', locale);
    rememberLocale(locale);
    setCurrent({ locale, messages });
  };
  useEffect(() => {
    document.documentElement.lang = current.locale;
    document.documentElement.dir = directionOf(current.locale);
  }, [current.locale]);
  return (
    <IntlProvider
      locale={current.locale}
      messages={current.messages}
      timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
    >
      <SetLocaleContext value={setLocale}>{children}</SetLocaleContext>
    </IntlProvider>
  );
}

export type CustomerMessages = { customer: typeof customer };

const MESSAGE_LOADERS: MessageLoaders = {
  en: () => import('#messages/en/customer.json'),
  fa: () => import('#messages/fa/customer.json'),
  de: () => import('#messages/de/customer.json'),
  fr: () => import('#messages/fr/customer.json'),
  pt: () => import('#messages/pt/customer.json'),
};

/** The messages of the pages that require signing in. */
const AREA_MESSAGES: MessageLoaders = {
  en: () => import('#messages/en/area.json'),
  fa: () => import('#messages/fa/area.json'),
  de: () => import('#messages/de/area.json'),
  fr: () => import('#messages/fr/area.json'),
  pt: () => import('#messages/pt/area.json'),
};

/** Loads them ahead of {@link AreaMessages}. */
export function preloadAreaMessages(locale: Locale): Promise<unknown> {
  return preloadMessages(locale, AREA_MESSAGES, COMMON_MESSAGES);
}

export function AreaMessages({ children }: { children: ReactNode }) {
  return (
    <LazyMessages name="common" loaders={COMMON_MESSAGES}>
      <LazyMessages name="area" loaders={AREA_MESSAGES}>
        {children}
      </LazyMessages>
    </LazyMessages>
  );
}

/** The messages that every page of the customer area needs. */
export async function loadMessages(locale: Locale): Promise<CustomerMessages> {
  const { default: customer } = await MESSAGE_LOADERS[locale]();
  return { customer } as CustomerMessages;
}

/** The locale chosen in this browser, else the profile's, else the browser's own. */
export function detectLocale(): Locale {
  const stored = getStored('locale') ?? storedProfile()?.locale ?? '';
  return isLocale(stored) ? stored : preferredLocale(navigator.languages.join());
}

/** A year, in seconds. */
const LOCALE_COOKIE_AGE = 31_536_000;

/** Tells the server in which language to render the first paint, where it would guess another one. */
export function rememberLocale(locale: Locale): void {
  if (document.documentElement.lang !== locale)
    document.cookie = `${LOCALE_COOKIE}=${locale}; path=${CUSTOMER_AREA}; max-age=${LOCALE_COOKIE_AGE}; samesite=lax`;
}

export type MessageLoaders = Record<Locale, () => Promise<{ default: unknown }>>;

type LazyMessagesProps = {
  name: keyof AppConfig['Messages'];
  loaders: MessageLoaders;
  /** Where they cannot be loaded, nothing is shown in place of an error. */
  isOptional?: boolean;
  /** What is shown until they have come. */
  fallback?: ReactNode;
  children: ReactNode;
};

/** Of a component that adds the messages of its part of the area. */
export type MessagesProps = Pick<LazyMessagesProps, 'fallback' | 'children'>;

/** What was loaded already, by its loader. */
const loadedMessages = new Map<unknown, unknown>();

async function fetchMessages(load: MessageLoaders[Locale]): Promise<unknown> {
  const { default: messages } = await load();
  loadedMessages.set(load, messages);
  return messages;
}

/** Loads messages ahead of {@link LazyMessages}, which then has them at once; leaves errors to it. */
export function preloadMessages(locale: Locale, ...files: readonly MessageLoaders[]): Promise<unknown> {
  return Promise.allSettled(files.map((loaders) => fetchMessages(loaders[locale])));
}

/** Adds messages that only some pages need, unless they are there. After a change of locale the old ones stay until the new ones are loaded. */
export function LazyMessages(props: LazyMessagesProps) {
  return props.name in useMessages() ? props.children : <LoadedMessages {...props} />;
}

function LoadedMessages({ name, loaders, isOptional = false, fallback, children }: LazyMessagesProps) {
  const locale = useReaderLocale();
  const messages = useMessages();
  const timeZone = useTimeZone();
  const { messages: added, error } = useLazyMessages({ name: `${name}-${locale}`, load: loaders[locale], isOptional });
  if (!added && error !== undefined && isOptional) return null;
  if (!added && error !== undefined) throw error;
  if (!added) return fallback ?? <Loading />;
  return (
    <IntlProvider locale={locale} {...(timeZone && { timeZone })} messages={{ ...messages, [name]: added }}>
      {children}
    </IntlProvider>
  );
}

type WantedMessages = { name: string; load: MessageLoaders[Locale]; isOptional: boolean };

/** The loaded messages, or the previous ones until then, or why there are none. The page is not reloaded for optional ones. */
function useLazyMessages({ name, load, isOptional }: WantedMessages): { messages?: unknown; error?: unknown } {
  const [messages, setMessages] = useState(() => loadedMessages.get(load));
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    let isMounted = true;
    const loadNow = () => fetchMessages(load);
    const loading = isOptional ? loadNow() : loadChunk({ name, load: loadNow, target: () => location.href });
    loading.then(
      (loaded) => isMounted && setMessages(loaded),
      (reason: unknown) => isMounted && setError(reason),
    );
    return () => {
      isMounted = false;
    };
  }, [name, load, isOptional]);
  return { messages, error };
}

/** The path of a shop page in the current locale. */
export function useShopPath(): (path: string) => string {
  const locale = useReaderLocale();
  return (path) => localizedPath(locale, path);
}
