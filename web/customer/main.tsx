import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import './customer.css';
import { App, whenLoaded } from './app.tsx';
import { startReports } from '../browser/watch-failures.ts';
import { loadChunk } from './shell/lazy-with-preload.ts';
import { loadMessages, detectLocale, rememberLocale } from './shell/locale.tsx';
import type { IdentityProviderInfo } from '#contract/sessions.ts';
import { provideIdentityProvider } from './auth/sign-in-and-out.ts';
import { captureEmailToken } from './auth/email-token.ts';
import { refreshExpiredSession } from './profile/current-profile.ts';
import { createAppRouter } from './routes.tsx';

const root = document.documentElement;
const container = document.getElementById('app')!;

startReports();
captureEmailToken();
const provider = document.querySelector<HTMLMetaElement>('meta[name=identity-provider]');
if (provider) provideIdentityProvider(JSON.parse(provider.content) as IdentityProviderInfo | null);
const locale = detectLocale();
const [messages] = await Promise.all([
  loadChunk({ name: `messages-${locale}`, load: () => loadMessages(locale), target: () => location.href }),
  refreshExpiredSession(),
]);
rememberLocale(locale);

const router = createAppRouter();
const app = <App locale={locale} messages={messages} router={router} onShown={keepFocus} onReady={start} />;
const { painted } = container.dataset;
/** What stood before the script: what is in a frame goes with it. */
const firstButtons = container.querySelectorAll('button');
const firstMenus = container.querySelectorAll('select');
/** Where the keyboard is in a frame, which the page takes away with it. */
let firstFocus = container.querySelector(':focus');
const noteFocus = ({ target }: Event) => void (firstFocus = target as Element);
container.addEventListener('focusin', noteFocus);
void show(painted !== undefined && !('stale' in root.dataset) && root.lang === locale);

/** Pages import this module's file, so that it must not wait for them while it is evaluated. */
async function show(isFitting: boolean): Promise<void> {
  if (isFitting) await whenLoaded(router);
  else container.replaceChildren();
  delete root.dataset.stale;
  // A page whose script is missing is another one.
  const isWhole = isFitting && painted === 'whole' && !router.state.errors;
  // In a transition, React renders in slices, between which the page answers.
  startTransition(() => {
    if (isWhole) hydrateRoot(container, app);
    else createRoot(container).render(app);
  });
}

/** The keyboard is where it was in a frame, without a moment in which a key would be lost. */
function keepFocus(): void {
  container.removeEventListener('focusin', noteFocus);
  if (firstFocus && !firstFocus.isConnected && document.activeElement === document.body) focusAgain(firstFocus);
}

/** Does what was pressed or chosen before; of a button in a frame, the page has another one of the same name. */
function start(): void {
  root.dataset.ready = '';
  for (const pressed of document.querySelectorAll<HTMLElement>('[data-pressed]')) {
    delete pressed.dataset.pressed;
    if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
    else pressed.click();
  }
  const buttons = [...container.querySelectorAll('button')];
  for (const gone of firstButtons)
    if (!gone.isConnected && 'pressed' in gone.dataset)
      buttons.find((button) => nameOf(button) === nameOf(gone))?.click();
  for (const menu of firstMenus) if (!menu.selectedOptions[0]?.defaultSelected) chooseAgain(menu);
}

/** What was chosen before is chosen in the menu of the page. */
function chooseAgain(first: HTMLSelectElement): void {
  const menus = [...container.querySelectorAll('select')];
  const menu = first.isConnected ? first : menus.find(({ ariaLabel }) => ariaLabel === first.ariaLabel);
  if (!menu) return;
  menu.value = first.value;
  menu.dispatchEvent(new Event('change', { bubbles: true }));
}

/** The keyboard goes on where it was: at what has the same id, or address and name. */
function focusAgain(gone: Element): void {
  const alike = [...container.querySelectorAll<HTMLElement>(gone.tagName)];
  const addressOf = (element: Element) => element.getAttribute('href');
  const same = alike.find((one) => addressOf(one) === addressOf(gone) && nameOf(one) === nameOf(gone));
  (gone.id ? document.getElementById(gone.id) : same)?.focus({ preventScroll: true });
}

function nameOf(button: Element): string | null {
  return button.ariaLabel ?? button.textContent;
}
