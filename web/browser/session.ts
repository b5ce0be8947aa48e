import type { Profile } from '#contract/sessions.ts';
import { chooseTheme } from './theme.ts';
import { forget, onStoredElsewhere, readStored, store } from './storage.ts';

const listeners = new Set<() => void>();
const elsewhereListeners = new Set<() => void>();

/** What sign-in and refresh answer of a session: its token, and when it ends (ISO). */
type NewSession = { token: string; endsAt: string };

/** Signed in: the session ends in the future and the flag is set (specification, section 4). */
export function isSignedIn(): boolean {
  return Number(readStored('tokenExpiry')) > Date.now() && readStored('loggedIn') === 'true';
}

/** The bearer token of a signed-in customer. */
export function accessToken(): string | null {
  return isSignedIn() ? readStored('accessToken') : null;
}

export function storeSession({ token, endsAt }: NewSession): void {
  store('accessToken', token);
  store('tokenExpiry', String(Date.parse(endsAt)));
  store('loggedIn', 'true');
  tell();
}

/** Keeps the profile; a language or a look that is new in it is this browser's from then on. */
export function storeProfile(profile: Profile): void {
  const before = storedProfile();
  store('userInfo', JSON.stringify(profile));
  if (profile.locale !== before?.locale) store('locale', profile.locale);
  if (profile.theme !== before?.theme) chooseTheme(profile.theme);
  tell();
}

let parsed: { text: string; profile: Profile } | undefined;

/** The profile of the signed-in customer as last seen; the same object until it changes. */
export function storedProfile(): Profile | undefined {
  const text = readStored('userInfo');
  if (!text) return undefined;
  if (parsed?.text === text) return parsed.profile;
  try {
    parsed = { text, profile: JSON.parse(text) as Profile };
    return parsed.profile;
  } catch {
    return undefined;
  }
}

/** Forgets the session; cart, theme and language stay. */
export function forgetSession(): void {
  for (const key of ['accessToken', 'tokenExpiry', 'loggedIn', 'userInfo'] as const) forget(key);
  tell();
}

/** The server has ended the session: as forgotten, and told to who must know that nobody signed out on this page. */
export function loseSession(): void {
  forgetSession();
  tell(elsewhereListeners);
}

/** Calls back when somebody signs in or out, here or in another tab. */
export function onSessionChange(callback: () => void): () => void {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

/** Calls back when the session may have changed by no deed on this page: in another tab, or because it was ended. */
export function onSessionChangeElsewhere(callback: () => void): () => void {
  elsewhereListeners.add(callback);
  return () => elsewhereListeners.delete(callback);
}

function tell(whom: ReadonlySet<() => void> = listeners): void {
  for (const listener of whom) listener();
}

onStoredElsewhere(['accessToken', 'tokenExpiry', 'loggedIn', 'userInfo'], () => {
  tell();
  tell(elsewhereListeners);
});
