import type { logIn } from '#contract/sessions.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { hasPasskeySupport, signWithPasskey } from './browser-passkeys.ts';
import { sendSecurityRequest } from './security-api.ts';

type SignedIn = ResponseOf<typeof logIn>;

/** Signs in with the passkey that the browser's dialog asks for; undefined where it was closed. */
export function signInByPasskey(): Promise<SignedIn | undefined> {
  return signIn(false);
}

let isOffered = false;

/** Offers passkeys in the username field, once, where the browser can; resolves when one was chosen there. */
export async function offerPasskeys(): Promise<SignedIn | undefined> {
  if (isOffered || !hasPasskeySupport()) return undefined;
  isOffered = true;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ? signIn(true) : undefined;
}

async function signIn(isAutofill: boolean): Promise<SignedIn | undefined> {
  const optionsJSON = await sendSecurityRequest('startPasskeyLogIn');
  const response = await signWithPasskey({ optionsJSON, isAutofill });
  return response && sendSecurityRequest('logInByPasskey', { body: { response } });
}
