import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Locale } from '#domain/locale.ts';
import { adoptGuestOrders } from '../accounts/activate.ts';
import { findCustomerByEmail, requireCustomer, type Customer } from '../accounts/customers.ts';
import { addIdentity, holdCustomerByIdentity } from '../accounts/identities.ts';
import { voidAllLinks } from '../accounts/links.ts';
import type { Database } from '../db/connection.ts';
import { customer } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { postMail } from '../mails/post-mail.ts';
import { rejected } from '../outside/identity-provider.ts';
import { refuse } from '../refuse.ts';
import { endAllSessions } from './end-session.ts';
import type { Person } from './person.ts';

type Seeking = { person: Person; provider: string; locale: Locale };
export type FoundAccount = { owner: Customer; isJoined: boolean };

/**
 * The account of somebody who comes from the identity provider, known by (issuer, subject). Who is new is let in by an
 * address that the provider vouches for: to a new account, to the activated one of that address (its owner is told),
 * or to one that nobody ever activated, which is theirs from now on. Refuses `email_taken` where the address has an
 * account and the provider does not vouch, or the account has another identity there; else `provider_rejected`.
 */
export async function accountOfPerson(db: Database, deps: Deps, seeking: Seeking): Promise<FoundAccount> {
  const { person } = seeking;
  await oneAtATime(db, person);
  const known = await holdCustomerByIdentity(db, person);
  if (known) return { owner: known, isJoined: false };
  const { email } = person;
  if (email === undefined) throw rejected('no e-mail that we take');
  if (!person.isVouched)
    throw (await findCustomerByEmail(db, email)) ? refuse('email_taken') : rejected('not vouched for');
  const owner = (await openAccount(db, seeking, email)) ?? (await takeAccount(db, deps, seeking, email));
  if (!(await addIdentity(db, person, owner))) refuse('email_taken');
  await adoptGuestOrders(db, owner);
  return { owner, isJoined: true };
}

/** Two tabs of one newcomer come one after the other, so that the second finds what the first made. */
async function oneAtATime(db: Database, { issuer, subject }: Person): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`identity ${issuer} ${subject}`}, 0))`);
}

/** What an account is from the moment that a vouched person holds it. */
function factsOf({ person, provider, locale }: Seeking) {
  return {
    displayName: person.displayName,
    photoUrl: person.photoUrl,
    locale: person.locale ?? locale,
    providerId: provider,
    activatedAt: sql`now()`,
  };
}

async function openAccount(db: Database, seeking: Seeking, email: string): Promise<Customer | undefined> {
  const [made] = await db
    .insert(customer)
    .values({ id: uuidv7(), email, ...factsOf(seeking) })
    .onConflictDoNothing()
    .returning();
  return made;
}

async function takeAccount(db: Database, deps: Deps, seeking: Seeking, email: string): Promise<Customer> {
  const [held] = await db.select().from(customer).where(eq(customer.email, email)).for('update');
  if (!held) refuse('busy', { retryAfter: 2 });
  return held.activatedAt ? joinAccount(db, deps, held, seeking.provider) : takeOver(db, held, seeking);
}

async function joinAccount(db: Database, deps: Deps, owner: Customer, provider: string): Promise<Customer> {
  const facts = { name: owner.displayName, provider };
  await postMail(db, deps, { kind: 'provider_joined', to: owner.email, locale: owner.locale, facts });
  return owner;
}

/** Whoever registered the address never proved it: nothing that they chose or hold opens the account any more. */
async function takeOver(db: Database, held: Customer, seeking: Seeking): Promise<Customer> {
  await endAllSessions(db, held.id, 'taken_over');
  await voidAllLinks(db, held.id);
  await db
    .update(customer)
    .set({ ...factsOf(seeking), passwordHash: null, username: null, phone: null, marketing: false })
    .where(eq(customer.id, held.id));
  return requireCustomer(db, held.id);
}
