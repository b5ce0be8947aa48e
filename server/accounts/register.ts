import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { register as contract } from '#contract/sessions.ts';
import type { Locale } from '#domain/locale.ts';
import type { Database } from '../db/connection.ts';
import { customer } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { postMail } from '../mails/post-mail.ts';
import { refuse } from '../refuse.ts';
import { faultSentence } from '../words.ts';
import { findCustomerByEmail, normalEmail, type Customer } from './customers.ts';
import { makeLink } from './links.ts';
import { hashPassword, isPassword } from './passwords.ts';

export type NewCustomer = ParsedOf<typeof contract>['body'];

/**
 * Opens an account and mails its activation link. A taken address gets the same work and the same answer; its owner
 * gets a mail that says so. Where two people register an address that was never activated, with different passwords,
 * neither password opens it: whoever has the mailbox activates it and sets a new one. Refuses a taken username.
 */
export async function register(deps: Deps, form: NewCustomer, locale: Locale): Promise<void> {
  const passwordHash = await hashPassword(form.password);
  const known = await findCustomerByEmail(deps.db, form.email);
  const isSame = await isPassword(form.password, known?.passwordHash);
  await deps.db.transaction(async (tx) => {
    await refuseTakenUsername(tx, form.username, locale);
    const made = await insertCustomer(tx, form, passwordHash, locale);
    if (made) return mailActivation(tx, deps, made);
    const owner = await findCustomerByEmail(tx, form.email);
    if (!owner) return refuseUsername(locale);
    if (owner.activatedAt) return mailAccountExists(tx, deps, owner);
    if (!isSame) await tx.update(customer).set({ passwordHash: null }).where(eq(customer.id, owner.id));
    return mailActivation(tx, deps, owner);
  });
}

/** Mails an activation link, voiding earlier ones. */
export async function mailActivation(db: Database, deps: Deps, owner: Customer): Promise<void> {
  const token = await makeLink(db, 'activate', owner);
  await postMail(db, deps, {
    kind: 'activate',
    to: owner.email,
    locale: owner.locale,
    facts: { name: owner.displayName, link: `${deps.publicUrl}/customer/auth/login#activate=${token}` },
  });
}

async function mailAccountExists(db: Database, deps: Deps, owner: Customer): Promise<void> {
  await postMail(db, deps, {
    kind: 'account_exists',
    to: owner.email,
    locale: owner.locale,
    facts: { name: owner.displayName, link: `${deps.publicUrl}/customer/auth/login` },
  });
}

async function refuseTakenUsername(db: Database, username: string | undefined, locale: Locale): Promise<void> {
  if (!username) return;
  const [taken] = await db.select({ id: customer.id }).from(customer).where(eq(customer.username, username));
  if (taken) refuseUsername(locale);
}

function refuseUsername(locale: Locale): never {
  const fault = { path: 'username', key: 'username_taken' } as const;
  refuse('invalid', { errors: [{ path: 'username', message: faultSentence(locale, fault) }] });
}

async function insertCustomer(
  db: Database,
  form: NewCustomer,
  passwordHash: string,
  locale: Locale,
): Promise<Customer | undefined> {
  const [made] = await db
    .insert(customer)
    .values({
      id: uuidv7(),
      email: normalEmail(form.email),
      username: form.username ?? null,
      displayName: form.displayName,
      passwordHash,
      locale: form.locale ?? locale,
    })
    .onConflictDoNothing()
    .returning();
  return made;
}
