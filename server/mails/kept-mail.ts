import { eq } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { mail, order } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { isErased } from './erase-mails.ts';
import { writeLetter, writeSubject, type MailFacts, type MailKind, type WrittenLetter } from './letters.ts';
import { orderLink, type Linked } from './order-link.ts';

/** What letters say of the shop, and what their links are made of. */
export type Letterhead = Pick<Deps, 'config' | 'authSecret' | 'publicUrl'>;

export type MailRow = typeof mail.$inferSelect;
/** A mail with the order that it is about, if it is about one. */
export type KeptMail = { row: MailRow; order: Linked | null };

const NOTHING: WrittenLetter = { subject: '', text: '', html: '' };

export async function findMail(db: Database, id: string): Promise<KeptMail | undefined> {
  const { number, customerId, locale } = order;
  const [found] = await db
    .select({ row: mail, order: { id: order.id, number, customerId, locale } })
    .from(mail)
    .leftJoin(order, eq(order.id, mail.orderId))
    .where(eq(mail.id, id));
  return found;
}

/** The letter of a mail as its reader gets it, its link to an order derived anew; an erased one says nothing. */
export function letterOf(head: Letterhead, { row, order }: KeptMail): WrittenLetter {
  if (isErased(row)) return NOTHING;
  const facts = { ...row.facts, ...(order && { link: orderLink(head, order) }) };
  const { kind, locale } = row;
  return writeLetter(kind as MailKind, facts as MailFacts[MailKind], { locale, shop: head.config.shopName });
}

/** What stands above the letter. */
export function subjectOf(row: MailRow, shop: string): string {
  return isErased(row) ? '' : writeSubject(row, shop);
}
