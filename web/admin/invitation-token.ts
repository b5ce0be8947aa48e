import { getTabStored, removeTabStored, setTabStored } from '../browser/storage.ts';

const KEY = 'invitation';

/** The token of the invitation that this page was opened with; kept in this tab while its reader signs in. */
export function invitationToken(): string {
  const [, token] = /^#token=([\w-]+)$/.exec(location.hash) ?? [];
  if (token !== undefined) {
    setTabStored(KEY, token);
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return token ?? getTabStored(KEY) ?? '';
}

/** Call once the token is consumed. */
export function forgetInvitation(): void {
  removeTabStored(KEY);
}
