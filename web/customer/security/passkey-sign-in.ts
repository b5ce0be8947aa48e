import type { logIn } from '#contract/sessions.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { hasPasskeySupport, signWithPasskey } from './browser-passkeys.ts';
import { sendSecurityRequest } from './security-api.ts';

type SignedIn = ResponseOf<typeof logIn>;

/** Signs in with the passkey that the browser's dialog asks for; undefined where it was closed. */
export async function signInByPasskey(): Promise<SignedIn | undefined> {
  const response = await signWithPasskey({ optionsJSON: await sendSecurityRequest('startPasskeyLogIn') });
  return response && sendSecurityRequest('logInByPasskey', { body: { response } });
}

let isOffered = false;

/**
 * Offers passkeys in the username field, once, where the browser can; resolves when one was chosen there. Nobody asked for the
 * offer, so that it is silent where it cannot be made.
 */
export async function offerPasskeys(): Promise<SignedIn | undefined> {
  if (isOffered || !hasPasskeySupport()) return undefined;
  isOffered = true;
  const response = await choosePasskey().catch(() => undefined);
  return response && sendSecurityRequest('logInByPasskey', { body: { response } });
}

async function choosePasskey() {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return undefined;
  return signWithPasskey({ optionsJSON: await sendSecurityRequest('startPasskeyLogIn'), isAutofill: true });
}
