export type MailedPurpose = 'activate' | 'reset';

let taken: { purpose: MailedPurpose; token: string } | undefined;

/** Takes the token of a mailed link out of the address bar before anything else runs. */
export function takeMailedToken(): void {
  const match = /^#(activate|reset)=([\w-]+)$/.exec(location.hash);
  if (!match) return;
  taken = { purpose: match[1] as MailedPurpose, token: match[2]! };
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** The token that this page was opened with, for its purpose. */
export function mailedToken(purpose: MailedPurpose): string | undefined {
  return taken?.purpose === purpose ? taken.token : undefined;
}

/** A token is spent once. */
export function forgetMailedToken(): void {
  taken = undefined;
}
