import { sql } from 'drizzle-orm';
import { profileOf, requireCustomer } from '../accounts/customers.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Database } from '../db/connection.ts';
import type { Deps } from '../deps.ts';
import type { Origin } from '../http/bind.ts';
import { exportAddresses, exportTickets, exportWishes } from './export-belongings.ts';
import { exportOrders, exportRefunds, exportTransactions } from './export-orders.ts';
import {
  exportActivity,
  exportCouponUses,
  exportIdentities,
  exportLinks,
  exportMails,
  exportSessions,
} from './export-traces.ts';

/**
 * Everything that is kept of a customer, for them to read: amounts in RM, times in UTC, no hash and no secret. All of
 * one moment; that it was asked for is part of it.
 */
export async function exportAccount(
  { db, config }: Deps,
  customerId: string,
  from: Origin,
): Promise<Record<string, unknown>> {
  await writeAudit(db, { event: 'data_exported', customerId, from });
  const oneMoment = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
  return db.transaction((tx) => gather(tx, customerId, config.shopName), oneMoment);
}

async function gather(tx: Database, customerId: string, shop: string): Promise<Record<string, unknown>> {
  const { rows } = await tx.execute<{ now: string }>(sql`SELECT now()`);
  const owner = await requireCustomer(tx, customerId);
  const { username, email, createdAt: created_at, activatedAt: activated_at } = owner;
  const whose = { customerId, email };
  return {
    shop,
    exported_at: new Date(rows[0]!.now).toISOString(),
    profile: { ...profileOf(owner), username, created_at, activated_at },
    identities: await exportIdentities(tx, customerId),
    addresses: await exportAddresses(tx, customerId),
    orders: await exportOrders(tx, whose),
    transactions: await exportTransactions(tx, whose),
    refunds: await exportRefunds(tx, whose),
    tickets: await exportTickets(tx, customerId),
    wish_list: await exportWishes(tx, customerId),
    coupon_uses: await exportCouponUses(tx, whose),
    sessions: await exportSessions(tx, customerId),
    mailed_links: await exportLinks(tx, customerId),
    mails: await exportMails(tx, whose, shop),
    activity: await exportActivity(tx, customerId),
  };
}
