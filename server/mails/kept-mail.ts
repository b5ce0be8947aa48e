import type { mail } from '../db/tables.ts';
import { isErased } from './erase-mails.ts';
import { writeLetter, writeSubject, type MailFacts, type MailKind, type WrittenLetter } from './letters.ts';

type KeptMail = typeof mail.$inferSelect;

const NOTHING: WrittenLetter = { subject: '', text: '', html: '' };

/** The letter of a mail's row as its reader gets it; an erased one says nothing. */
export function letterOf(row: KeptMail, shop: string): WrittenLetter {
  if (isErased(row)) return NOTHING;
  const { kind, facts, locale } = row;
  return writeLetter(kind as MailKind, facts as MailFacts[MailKind], { locale, shop });
}

/** The same without its text, whose secrets may be gone from the facts. */
export function subjectOf(row: KeptMail, shop: string): string {
  return isErased(row) ? '' : writeSubject(row, shop);
}
