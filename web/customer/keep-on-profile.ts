import type { Profile } from '#contract/sessions.ts';
import { call, CallFailed } from '../browser/client.ts';
import { isSignedIn, storeProfile } from '../browser/session.ts';

/** Saves a choice of language or look to the profile of who is signed in; this browser keeps it in any case. */
export async function keepOnProfile(choice: Partial<Pick<Profile, 'locale' | 'theme'>>): Promise<void> {
  if (!isSignedIn()) return;
  const { saveProfile } = await import('#contract/account.ts');
  try {
    storeProfile(await call(saveProfile, { body: choice }));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
  }
}
