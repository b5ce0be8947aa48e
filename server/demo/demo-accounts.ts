import { eq } from 'drizzle-orm';
import { findCustomerByEmail } from '../accounts/customers.ts';
import { matchesPasswordHash } from '../accounts/passwords.ts';
import { customer } from '../db/tables.ts';
import type { Deps } from '../context.ts';
import { endAllSessions } from '../sessions/sessions.ts';

/** The password of every demo account (docs/operations.md). */
export const DEMO_PASSWORD = 'Bookworm-2026';

export const DEMO_STAFF = {
  username: 'staff',
  email: 'staff@example.com',
  displayName: 'Mei Ling (Halaman)',
  staffRole: 'owner',
} as const;

/** The demo accounts, all activated. */
export const DEMO_ACCOUNTS = [
  { username: 'reader', email: 'reader@example.com', displayName: 'Aisyah Rahman', staffRole: null },
  { username: 'newcomer', email: 'newcomer@example.com', displayName: 'Daniel Tan', staffRole: null },
  DEMO_STAFF,
] as const;

/** The saved addresses of `reader`; the first one saved is the default. */
export const READER_ADDRESSES = [
  {
    name: 'Aisyah Rahman',
    phone: '+60123456789',
    line1: '12, Jalan Telawi 3',
    line2: 'Bangsar',
    city: 'Kuala Lumpur',
    state: 'Kuala Lumpur',
    zip: '59100',
    country: 'MY',
  },
  {
    name: 'Rahman bin Ismail',
    phone: '+60138765432',
    line1: '7, Lorong Stutong Baru 5',
    line2: null,
    city: 'Kuching',
    state: 'Sarawak',
    zip: '93350',
    country: 'MY',
  },
] as const;

/**
 * Disables the staff account's public password on a server that other machines can reach (docs/operations.md); a new one
 * is set through an emailed link. Returns whether the public password was still in use.
 */
export async function disableDemoStaffPassword({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const staff = await findCustomerByEmail(db, DEMO_STAFF.email);
  if (!staff?.staffRole || !(await matchesPasswordHash(DEMO_PASSWORD, staff.passwordHash))) return false;
  await db.transaction(async (tx) => {
    await tx.update(customer).set({ passwordHash: null }).where(eq(customer.id, staff.id));
    await endAllSessions(tx, staff.id, 'password_changed');
  });
  return true;
}
