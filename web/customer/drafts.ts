import { storedProfile } from '../browser/session.ts';

/* Text that was typed and not sent, kept by this tab for this customer. A blocked storage keeps it until a reload. */

const PREFIX = 'draft:';
const kept = new Map<string, string>();

/** What was typed under a name and not sent yet. */
export function readDraft(name: string): string | undefined {
  const key = keyOf(name);
  try {
    return sessionStorage.getItem(key) ?? kept.get(key);
  } catch {
    return kept.get(key);
  }
}

/** Keeps what is being typed; an empty text is forgotten. */
export function keepDraft(name: string, text: string): void {
  const key = keyOf(name);
  if (text === '') kept.delete(key);
  else kept.set(key, text);
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // It is in the map.
  }
}

/** Forgets every draft: whoever signs out leaves nothing behind. */
export function forgetDrafts(): void {
  kept.clear();
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept there.
  }
}

function keyOf(name: string): string {
  return `${PREFIX}${storedProfile()?.uid ?? ''}:${name}`;
}
