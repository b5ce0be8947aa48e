import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import type { PageRequest } from '#contract/pages.ts';
import { TIME_ZONE } from '#domain/dates.ts';
import { PageRequestProvider, SHOP_MESSAGES } from './shop-context.tsx';

/** The HTML of components of the shop for a request, in its language. */
export function renderHtml(request: PageRequest, children: ReactNode): string {
  const { locale } = request;
  return renderToString(
    <IntlProvider locale={locale} messages={SHOP_MESSAGES[locale]} timeZone={TIME_ZONE}>
      <PageRequestProvider value={request}>{children}</PageRequestProvider>
    </IntlProvider>,
  );
}
