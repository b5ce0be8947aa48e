import { useSyncExternalStore } from 'react';
import type { Profile } from '#contract/sessions.ts';
import { onSessionChange, storedProfile } from '../browser/session.ts';

/** The signed-in customer as last seen. */
export function useProfile(): Profile | undefined {
  return useSyncExternalStore(onSessionChange, storedProfile);
}
