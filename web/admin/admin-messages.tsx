import type { ReactNode } from 'react';
import type { AppConfig } from 'use-intl';
import { LazyMessages, type MessageLoaders } from '../customer/shell/locale.tsx';

/** Each file of words that only some pages of the back office need, by its path. */
const FILES = import.meta.glob<{ default: unknown }>('../../messages/*/admin-*.json');

type Area = Exclude<Extract<keyof AppConfig['Messages'], `admin${string}`>, 'admin'>;

/** Made once, because they are known by their identity. */
const LOADERS = new Map<string, MessageLoaders>();
for (const [path, load] of Object.entries(FILES)) {
  const [, locale, file] = /(\w+)\/([\w-]+)\.json$/.exec(path)!;
  LOADERS.set(file!, { ...LOADERS.get(file!), [locale!]: load } as MessageLoaders);
}

/** `admin-coupons.json` has the words `adminCoupons`. */
const fileOf = (area: Area) => area.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Brings the words of an area with the page that it wraps. */
export function AdminMessages({ of, children }: { of: Area; children: ReactNode }) {
  return (
    <LazyMessages name={of} loaders={LOADERS.get(fileOf(of))!}>
      {children}
    </LazyMessages>
  );
}
