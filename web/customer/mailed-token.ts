export type MailedPurpose = 'activate' | 'reset' | 'email';

type Mailed = { purpose: MailedPurpose; token: string };

let taken: Mailed | undefined;

/** Takes the token of a mailed link out of the address bar before anything else runs. */
export function takeMailedToken(): void {
  const match = /^#(activate|reset|email)=([\w-]+)$/.exec(location.hash);
  if (!match) return;
  taken = { purpose: match[1] as MailedPurpose, token: match[2]! };
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** The token that this page was opened with, for its purpose. */
export function mailedToken(purpose: MailedPurpose): string | undefined {
  return taken?.purpose === purpose ? taken.token : undefined;
}

/** Which mailed link this page was opened by, as long as it is not spent. */
export function openedByMail(): Mailed | undefined {
  return taken;
}

/** A token is spent once. */
export function forgetMailedToken(): void {
  taken = undefined;
}

/** An address with the token that is not spent yet, for a page that is loaded anew. */
export function withMailedToken(address: string): string {
  return taken ? `${address.split('#')[0]}#${taken.purpose}=${taken.token}` : address;
}
