import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { splitLocale } from '#contract/pages.ts';
import { TIME_ZONE } from '#domain/time-zone.ts';
import { loadCartWords } from '../../cart/load-words.ts';

/** Renders a React island with the cart's words in the page's language. */
export async function renderIsland(element: Element, content: ReactNode): Promise<Root> {
  const { locale } = splitLocale(location.pathname);
  const messages = await loadCartWords(locale);
  const root = createRoot(element);
  root.render(
    <IntlProvider locale={locale} messages={messages} timeZone={TIME_ZONE}>
      {content}
    </IntlProvider>,
  );
  return root;
}
