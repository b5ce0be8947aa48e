export type EmailTokenPurpose = 'activate' | 'reset' | 'email';

type EmailToken = { purpose: EmailTokenPurpose; token: string };

let currentToken: EmailToken | undefined;

/** Moves the token of an email link from the URL into memory, before anything else runs. */
export function captureEmailToken(): void {
  const match = /^#(activate|reset|email)=([\w-]+)$/.exec(location.hash);
  if (!match) return;
  currentToken = { purpose: match[1] as EmailTokenPurpose, token: match[2]! };
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** The email token of this purpose that the page was opened with. */
export function emailTokenFor(purpose: EmailTokenPurpose): string | undefined {
  return currentToken?.purpose === purpose ? currentToken.token : undefined;
}

/** The email token that the page was opened with, until it is consumed. */
export function pendingEmailToken(): EmailToken | undefined {
  return currentToken;
}

/** Call once the token is consumed. */
export function clearEmailToken(): void {
  currentToken = undefined;
}

/** A URL with the pending email token, for a page that is reloaded. */
export function withEmailToken(address: string): string {
  return currentToken ? `${address.split('#')[0]}#${currentToken.purpose}=${currentToken.token}` : address;
}
