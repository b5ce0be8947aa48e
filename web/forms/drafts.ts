import { storedProfile } from '../browser/session.ts';
import { forgetAllInTab, forgetInTab, keepInTab, readInTab } from '../browser/tab-storage.ts';

const PREFIX = 'draft:';

const GUEST = 'guest';

/** Drafts belong to who wrote them: the next customer at this browser finds none. */
const keyOf = (name: string, owner = storedProfile()?.uid ?? GUEST) => `${PREFIX}${owner}:${name}`;

/** What was typed under a name in this tab, and not sent yet. */
export function readDraft(name: string): string {
  return readInTab(keyOf(name)) ?? '';
}

/** Keeps what is being typed, so that it survives a reload, a lost session and a page that had to be fetched anew. */
export function keepDraft(name: string, text: string): void {
  if (text === '') forgetDraft(name);
  else keepInTab(keyOf(name), text);
}

/** What a guest typed under a name is from now on the draft of who has just signed in. */
export function adoptGuestDraft(name: string): void {
  const key = keyOf(name, GUEST);
  keepDraft(name, readInTab(key) ?? readDraft(name));
  forgetInTab(key);
}

/** What was typed has been sent, or is not wanted any more. */
export function forgetDraft(name: string): void {
  forgetInTab(keyOf(name));
}

/** Whoever signs out leaves nothing half-written behind. */
export function forgetAllDrafts(): void {
  forgetAllInTab(PREFIX);
}
