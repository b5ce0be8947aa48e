import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { CallFailed } from '../browser/client.ts';
import './customer.css';
import { LocaleProvider } from './locale-provider.tsx';
import { takeMailedToken } from './mailed-token.ts';
import { Notices } from './notices.tsx';
import { renewOldSession } from './renew-old-session.ts';
import { createAppRouter } from './routes.tsx';
import { loadWords, startLocale } from './words.ts';

takeMailedToken();
const locale = startLocale();
const [words] = await Promise.all([loadWords(locale), renewOldSession()]);

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

createRoot(document.getElementById('app')!).render(
  <LocaleProvider start={locale} words={words}>
    <QueryClientProvider client={queries}>
      <Notices>
        <RouterProvider router={createAppRouter()} />
      </Notices>
    </QueryClientProvider>
  </LocaleProvider>,
);
