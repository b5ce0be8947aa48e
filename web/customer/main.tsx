import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import './customer.css';
import { loadChunk } from './shell/lazy-with-preload.ts';
import { LocaleProvider, loadMessages, detectLocale } from './shell/locale.tsx';
import { captureEmailToken } from './auth/email-token.ts';
import { ToastRegion } from './shell/toasts.tsx';
import { refreshExpiredSession } from './profile/current-profile.ts';
import { createAppRouter } from './routes.tsx';

captureEmailToken();
const locale = detectLocale();
const [messages] = await Promise.all([
  loadChunk({ name: `messages-${locale}`, load: () => loadMessages(locale), target: () => location.href }),
  refreshExpiredSession(),
]);

createRoot(document.getElementById('app')!).render(
  <LocaleProvider initialLocale={locale} initialMessages={messages}>
    <RouterProvider router={createAppRouter()} />
    <ToastRegion />
  </LocaleProvider>,
);
