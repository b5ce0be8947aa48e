import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { register as contract } from '#contract/sessions.ts';
import type { Locale } from '#domain/locale.ts';
import type { Database } from '../db/connection.ts';
import { customer } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { postMail } from '../mails/post-mail.ts';
import { refuseField } from '../refuse-field.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Origin } from '../http/bind.ts';
import { findCustomerByEmail, normalEmail, type Customer } from './customers.ts';
import { makeLink } from './links.ts';
import { mayMail } from './may-mail.ts';
import { refuseWeakPassword } from './new-password.ts';
import { hashPassword, isPassword } from './passwords.ts';

export type NewCustomer = ParsedOf<typeof contract>['body'];
type Reader = { locale: Locale; from: Origin };

/**
 * Opens an account and mails its activation link. A taken address gets the same work and the same answer (an inner
 * transaction takes the steps that a link takes); its owner gets a mail that says so. Where two people register an
 * address that was never activated, with different passwords, neither password opens it: whoever has the mailbox
 * activates it and sets a new one. Refuses a taken username and a weak password at their fields.
 */
export async function register(deps: Deps, form: NewCustomer, { locale, from }: Reader): Promise<void> {
  refuseWeakPassword(deps, { password: form.password, owner: form, locale });
  await refuseTakenUsername(deps.db, form.username, locale);
  const passwordHash = await hashPassword(form.password);
  const known = await findCustomerByEmail(deps.db, form.email);
  const isSame = await isPassword(form.password, known?.passwordHash);
  const isMailed = await mayMail(deps, form.email);
  await deps.db.transaction(async (tx) => {
    const made = await insertCustomer(tx, form, passwordHash, locale);
    const owner = made ?? (await findCustomerByEmail(tx, form.email));
    if (!owner) return refuseField(locale, 'username', 'username_taken');
    const isRival = !made && !known && !(await isPassword(form.password, owner.passwordHash));
    if (!owner.activatedAt && (isRival || (known && !isSame))) await takePassword(tx, owner);
    if (isMailed && owner.activatedAt) await tx.transaction((inner) => mailAccountExists(inner, deps, owner));
    else if (isMailed) await mailActivation(tx, deps, owner);
    if (made) await writeAudit(tx, { event: 'registered', customerId: made.id, from });
  });
}

async function takePassword(db: Database, owner: Customer): Promise<void> {
  await db.update(customer).set({ passwordHash: null }).where(eq(customer.id, owner.id));
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

/** Tells the owner of an address that somebody wanted it for an account. */
export async function mailAccountExists(db: Database, deps: Deps, owner: Customer): Promise<void> {
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
  if (taken) refuseField(locale, 'username', 'username_taken');
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
