import type { Profile } from '#contract/sessions.ts';
import { onStorageChange, getStored, setStored } from './storage.ts';

const sessionListeners = new Set<() => void>();

/** Signed in: there is a token, its session ends in the future, and the flag is set (specification, sections 2 and 4). */
export function isSignedIn(): boolean {
  return accessToken() !== null;
}

/** The bearer token of a signed-in customer. */
export function accessToken(): string | null {
  const isOpen = Number(getStored('tokenExpiry')) > Date.now() && getStored('loggedIn') === 'true';
  return (isOpen && getStored('accessToken')) || null;
}

/**
 * Keeps the profile; a language or a look that is new in it is this browser's from then on. Who signs in reads on in the
 * language that was chosen here, if one was.
 */
export function storeProfile(profile: Profile): void {
  const before = storedProfile();
  setStored('userInfo', JSON.stringify(profile));
  if (before ? profile.locale !== before.locale : getStored('locale') === null) setStored('locale', profile.locale);
  if (profile.theme !== before?.theme) setTheme(profile.theme);
  notifySessionListeners();
}

let cachedProfile: { text: string; profile: Profile } | undefined;

/** The profile of the signed-in customer as last seen; the same object until it changes. */
export function storedProfile(): Profile | undefined {
  const text = getStored('userInfo');
  if (!text) return undefined;
  if (cachedProfile?.text === text) return cachedProfile.profile;
  try {
    cachedProfile = { text, profile: JSON.parse(text) as Profile };
    return cachedProfile.profile;
  } catch {
    return undefined;
  }
}

/** Calls back when somebody signs in or out, here or in another tab. */
export function onSessionChange(callback: () => void): () => void {
  sessionListeners.add(callback);
  return () => sessionListeners.delete(callback);
}

/** Calls back who waits for that. */
export function notifySessionListeners(): void {
  for (const listener of sessionListeners) listener();
}

export const SESSION_KEYS = ['accessToken', 'tokenExpiry', 'loggedIn', 'userInfo'] as const;
onStorageChange(SESSION_KEYS, notifySessionListeners);

const themeListeners = new Set<() => void>();

export type Theme = 'light' | 'dark' | 'system';

/** The theme that was chosen; light by default. */
export function storedTheme(): Theme {
  const stored = getStored('theme');
  return stored === 'dark' || stored === 'system' ? stored : 'light';
}

/** Whether the page is dark now. */
export function isDark(theme: Theme = storedTheme()): boolean {
  return theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
}

export function setTheme(theme: Theme): void {
  setStored('theme', theme);
  applyTheme();
  for (const listener of themeListeners) listener();
}

/** Calls back when the theme is chosen on this page. */
export function onThemeChange(callback: () => void): () => void {
  themeListeners.add(callback);
  return () => themeListeners.delete(callback);
}

/** Marks the document; the style sheet does the rest. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
}
