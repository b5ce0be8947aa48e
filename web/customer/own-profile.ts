import { whoAmI, type Profile } from '#contract/sessions.ts';
import { call } from '../browser/client.ts';
import { isSignedIn, storedProfile, storeProfile } from '../browser/session.ts';

export type Choices = Partial<Pick<Profile, 'locale' | 'theme' | 'userRole' | 'marketing' | 'starred'>>;

/** The profile as the server last told it. */
let confirmed: Profile | undefined;
/** The choices that the server has not answered yet, oldest first: no answer hides them. */
let unanswered: readonly Choices[] = [];
let last: Promise<unknown> = Promise.resolve();

/** Keeps the profile that a call answers, and hands it on. One call goes after the other, so that no older answer comes last. */
export async function keepAnswer(ask: () => Promise<Profile>): Promise<Profile> {
  const asking = last.then(ask);
  last = asking.catch(() => undefined);
  const answer = await asking;
  confirmed = answer;
  show();
  return answer;
}

/** Reads the signed-in customer's profile as it is now and keeps it; refusals are thrown as of any call. */
export function readProfile(): Promise<Profile> {
  return keepAnswer(async () => {
    const { token_expires_at: _token, expires_at: _session, ...profile } = await call(whoAmI);
    return profile;
  });
}

/** Saves choices, which show at once; a refusal is thrown and takes them back. */
export async function saveChoices(choices: Choices): Promise<void> {
  if (unanswered.length === 0) confirmed = storedProfile();
  unanswered = [...unanswered, choices];
  show();
  try {
    await keepAnswer(() => send(choices));
  } finally {
    unanswered = unanswered.filter((one) => one !== choices);
    show();
  }
}

async function send(body: Choices): Promise<Profile> {
  const { saveProfile } = await import('#contract/account.ts');
  return call(saveProfile, { body });
}

function show(): void {
  if (confirmed && isSignedIn()) storeProfile(Object.assign({}, confirmed, ...unanswered) as Profile);
}
