import { createContext, use } from 'react';
import { useTranslations } from 'use-intl';
import type { PageRequest } from '#contract/views.ts';
import { inLocale } from '#contract/pages.ts';

const RequestContext = createContext<PageRequest | undefined>(undefined);
export const RequestProvider = RequestContext.Provider;

/** The request that is being rendered. */
export function useRequest(): PageRequest {
  const request = use(RequestContext);
  if (!request) throw new Error('Shop components render inside RequestProvider.');
  return request;
}

/** A shop address in the language of the page. */
export function useLink(): (path: string) => string {
  const { locale } = useRequest();
  return (path) => inLocale(locale, path);
}

export function useShopWords() {
  return useTranslations('shop');
}

export function useCommonWords() {
  return useTranslations('common');
}
