/** What a saved reply may name, written `{name}`: the customer, and the order that a ticket is about. */
export const PLACEHOLDERS = ['name', 'order'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** A saved reply with what is known of a ticket; a placeholder of which nothing is known stays. */
export function fillPlaceholders(text: string, known: Readonly<Partial<Record<Placeholder, string>>>): string {
  return text.replace(/\{(name|order)\}/g, (written, name: Placeholder) => known[name] || written);
}

/** The placeholders that are left in a text. */
export function openPlaceholders(text: string): Placeholder[] {
  return PLACEHOLDERS.filter((name) => text.includes(`{${name}}`));
}

/** How many there may be. */
export const MAX_SAVED_REPLIES = 200;
