import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import './customer.css';
import { loadScript } from './load-script.ts';
import { LocaleProvider } from './locale-provider.tsx';
import { takeMailedToken } from './mailed-token.ts';
import { Notices } from './notices.tsx';
import { renewOldSession } from './renew-old-session.ts';
import { createAppRouter } from './routes.tsx';
import { loadWords, startLocale } from './words.ts';

takeMailedToken();
const locale = startLocale();
const [words] = await Promise.all([
  loadScript({ name: `words-${locale}`, load: () => loadWords(locale), target: () => location.href }),
  renewOldSession(),
]);

createRoot(document.getElementById('app')!).render(
  <LocaleProvider start={locale} words={words}>
    <Notices>
      <RouterProvider router={createAppRouter()} />
    </Notices>
  </LocaleProvider>,
);
