import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { CallFailed } from '../browser/client.ts';
import { isSignedIn } from '../browser/session.ts';
import { loadScript } from './load-script.ts';
import { openedByMail } from './mailed-token.ts';
import { MainLayout } from './main-layout.tsx';
import { MoreWords } from './more-words.tsx';
import { useSessionWatch } from './use-session-watch.ts';
import { AREA_WORDS } from './words.ts';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && error instanceof CallFailed && error.problem === undefined,
    },
    mutations: { networkMode: 'always' },
  },
});

/** The pages with the shop's data in them, and what is kept of it between them. */
export function Component() {
  return (
    <QueryClientProvider client={queries}>
      <MoreWords name="area" loaders={AREA_WORDS}>
        <WatchedLayout />
        <MailedLink />
      </MoreWords>
    </QueryClientProvider>
  );
}

function WatchedLayout() {
  useSessionWatch();
  return <MainLayout />;
}

/** It comes with the page, on which nothing is typed yet: like a page it may be loaded anew. */
const MailedLinkDialog = lazy(async () => ({
  default: await loadScript({
    name: 'mailed-link',
    load: async () => (await import('./mailed-link-dialog.tsx')).MailedLinkDialog,
    target: () => location.href,
  }),
}));

/** A mailed link that was opened by somebody who is signed in is not lost on the way to the start. */
function MailedLink() {
  const [link] = useState(openedByMail);
  if (!link || !isSignedIn()) return null;
  return (
    <Suspense>
      <MailedLinkDialog {...link} />
    </Suspense>
  );
}
