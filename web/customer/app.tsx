import { useEffect, useLayoutEffect } from 'react';
import type { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { Locale } from '#domain/locale.ts';
import { reportFailure } from '../browser/watch-failures.ts';
import { LocaleProvider, type CustomerMessages } from './shell/locale.tsx';
import { ToastRegion } from './shell/toasts.tsx';

type AppProps = {
  locale: Locale;
  messages: CustomerMessages;
  router: ReturnType<typeof createMemoryRouter>;
  /** Called as soon as the page stands, before anything can be pressed in it. */
  onShown: () => void;
  onReady: () => void;
};

/** The customer area, in a browser and on the server. */
export function App({ locale, messages, router, onShown, onReady }: AppProps) {
  useLayoutEffect(onShown, [onShown]);
  useEffect(onReady, [onReady]);
  return (
    <LocaleProvider initialLocale={locale} initialMessages={messages}>
      <RouterProvider router={router} onError={reportFailure} />
      <ToastRegion />
    </LocaleProvider>
  );
}

/** Waits until a router has loaded its first page. */
export function whenLoaded(router: AppProps['router']): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}
