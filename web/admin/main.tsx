import { createRoot } from 'react-dom/client';
import './admin.css';
import { addRoutes } from '#contract/routes.ts';
import { ADMIN_ROUTES } from '#contract/admin-routes.ts';
import { SECURITY_ROUTES } from '#contract/security-routes.ts';
import { ADMIN_AREA, INVITATION, signInPath } from '#contract/pages.ts';
import { startReports } from '../browser/watch-failures.ts';
import { onRemoteSessionChange } from '../browser/session-changes.ts';
import { isSignedIn } from '../browser/session.ts';
import { detectLocale, loadMessages, rememberLocale } from '../customer/shell/locale.tsx';
import { App } from './app.tsx';

addRoutes({ ...ADMIN_ROUTES, ...SECURITY_ROUTES });

/** Where the session ends, here or in another tab, its owner signs in and comes back to this page. */
function requireSession(): boolean {
  if (isSignedIn() || location.pathname === `${ADMIN_AREA}/${INVITATION}`) return true;
  location.replace(signInPath(location.pathname + location.search));
  return false;
}

startReports();
onRemoteSessionChange(requireSession);
if (requireSession()) {
  const locale = detectLocale();
  const messages = await loadMessages(locale);
  rememberLocale(locale);
  delete document.documentElement.dataset.stale;
  createRoot(document.getElementById('app')!).render(<App locale={locale} messages={messages} />);
}
