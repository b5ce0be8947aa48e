import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** Whether the browser can have passkeys at all. */
export function hasPasskeySupport(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** Somebody closed the browser's dialog, or let its time pass. */
const CANCELLED: readonly string[] = ['NotAllowedError', 'AbortError'];

/** The library, which only browsers with passkeys load. */
function loadLibrary() {
  return import('@simplewebauthn/browser');
}

/** Lets the browser create a passkey; undefined where its dialog was closed. Throws `InvalidStateError` for one that exists. */
export async function createPasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  const { startRegistration } = await loadLibrary();
  return orCancelled(startRegistration({ optionsJSON }));
}

type SigningOptions = {
  optionsJSON: PublicKeyCredentialRequestOptionsJSON;
  /** Offers passkeys where a username is typed, without a dialog; ends where {@link signWithPasskey} is used otherwise. */
  isAutofill?: boolean;
};

/** Lets the browser sign with a passkey; undefined where its dialog was closed. */
export async function signWithPasskey({ optionsJSON, isAutofill = false }: SigningOptions) {
  const { startAuthentication } = await loadLibrary();
  return orCancelled(startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill }));
}

async function orCancelled<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof Error && CANCELLED.includes(error.name)) return undefined;
    throw error;
  });
}
