import type { Profile } from '#contract/sessions.ts';
import { sendRequest, ApiRequestError } from '../../browser/api-client.ts';
import {
  isSignedIn,
  storedProfile,
  storeProfile,
  onSessionChange,
  setTheme,
  accessToken,
} from '../../browser/session.ts';
import { useSyncExternalStore } from 'react';
import { useReaderLocale } from '../../ui/text.tsx';
import { useSetLocale } from '../shell/locale.tsx';
import { useErrorToast } from '../shell/toasts.tsx';

export type ProfileSettings = Partial<Pick<Profile, 'locale' | 'theme' | 'userRole' | 'reviewInvitations' | 'starred'>>;

/** The latest profile of the server. */
let confirmed: Profile | undefined;
/** The settings being saved, oldest first: no response hides them. */
let pendingSettings: readonly ProfileSettings[] = [];
let lastRequest: Promise<unknown> = Promise.resolve();

/** Stores the profile of a response. Requests are sent one after the other, so that no older response arrives last. */
export async function updateStoredProfile(send: () => Promise<Profile>): Promise<Profile> {
  const request = lastRequest.then(send);
  lastRequest = request.catch(() => undefined);
  const profile = await request;
  confirmed = profile;
  publishProfile();
  return profile;
}

/** Fetches and stores the profile; throws as any request. */
export function fetchProfile(): Promise<Profile> {
  return updateStoredProfile(async () => {
    const { token_expires_at: _token, expires_at: _session, ...profile } = await sendRequest('whoAmI');
    return profile;
  });
}

/** Saves settings, which apply at once; an error is thrown and rolls them back. */
export async function saveSettings(settings: ProfileSettings): Promise<void> {
  if (pendingSettings.length === 0) confirmed = storedProfile();
  pendingSettings = [...pendingSettings, settings];
  publishProfile();
  try {
    await updateStoredProfile(() => sendSettings(settings));
  } finally {
    pendingSettings = pendingSettings.filter((one) => one !== settings);
    publishProfile();
  }
}

function sendSettings(body: ProfileSettings): Promise<Profile> {
  return sendRequest('saveProfile', { body });
}

function publishProfile(): void {
  if (confirmed && isSignedIn()) storeProfile(Object.assign({}, confirmed, ...pendingSettings) as Profile);
}

/** The stored profile of the signed-in customer. */
export function useProfile(): Profile | undefined {
  return useSyncExternalStore(onSessionChange, storedProfile, () => undefined);
}

/**
 * Applies settings at once, on the page and, when signed in, in the profile. Resolves to whether they were saved; on an
 * error both are rolled back and a toast says why.
 */
export function useSaveSettings(): (change: ProfileSettings) => Promise<boolean> {
  const showErrorToast = useErrorToast();
  const locale = useReaderLocale();
  const setLocale = useSetLocale();
  return async (change) => {
    try {
      if (change.theme) setTheme(change.theme);
      if (change.locale) await setLocale(change.locale);
      if (isSignedIn()) await saveSettings(change);
      return true;
    } catch (error) {
      if (change.locale) await setLocale(storedProfile()?.locale ?? locale).catch(() => {});
      showErrorToast(error);
      return false;
    }
  };
}

/**
 * Fetches the profile at the start of the page, which silently refreshes an expired access token. An expired session
 * signs the customer out; without a response nothing changes.
 */
export async function refreshExpiredSession(): Promise<void> {
  if (accessToken() === null) return;
  try {
    await fetchProfile();
  } catch (error) {
    if (!(error instanceof ApiRequestError)) throw error;
  }
}
