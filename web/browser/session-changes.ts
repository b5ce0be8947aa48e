import { isSignedIn, notifySessionListeners, SESSION_KEYS } from './session.ts';
import { getStored, onStorageChange, removeStored, setStored } from './storage.ts';

const remoteListeners = new Set<() => void>();

/** The session in the response of sign-in and refresh: its token, and when it ends (ISO). */
type NewSession = { token: string; expiresAt: string };

/** Nobody signed out, and yet there is no session any more: its time is over, or its token is gone. */
export function isSessionExpired(): boolean {
  return !isSignedIn() && getStored('loggedIn') === 'true';
}

export function storeSession({ token, expiresAt }: NewSession): void {
  setStored('accessToken', token);
  setStored('tokenExpiry', String(Date.parse(expiresAt)));
  setStored('loggedIn', 'true');
  notifySessionListeners();
}

/** Forgets the session, what is not yet on its wish list and which titles were seen; cart, theme and language stay. */
export function clearSession(): void {
  for (const key of [...SESSION_KEYS, 'wishList', 'savedLines', 'viewed'] as const) removeStored(key);
  notifySessionListeners();
}

/** Clears a session that the server has ended, and notifies listeners that it was not signed out on this page. */
export function expireSession(): void {
  clearSession();
  notifyRemoteListeners();
}

/** Calls back when the session may have changed outside this page: in another tab, or because it was ended. */
export function onRemoteSessionChange(callback: () => void): () => void {
  remoteListeners.add(callback);
  return () => remoteListeners.delete(callback);
}

function notifyRemoteListeners(): void {
  for (const listener of remoteListeners) listener();
}

onStorageChange(SESSION_KEYS, notifyRemoteListeners);
