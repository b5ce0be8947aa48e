import { and, eq, sql, type AnyColumn } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { openSecret, sealSecret } from '../credentials/totp.ts';
import { availabilityAlert, order, ticket, titleRequest, totp } from '../db/tables.ts';
import { guestAlertsToken, guestOrderToken, guestTicketToken } from '../emails/links.ts';
import { equalHashes, hashSecret } from '../secrets.ts';

/** How many rows were made anew: secrets of authenticator apps, and links of guests. */
export type RenewedSecrets = {
  authenticators: number;
  orders: number;
  tickets: number;
  alerts: number;
  requests: number;
};

type SecretDeps = Pick<Deps, 'db' | 'authSecret'>;

const BATCH = 1000;

/**
 * Makes anew with the newest secret what the database keeps by older ones, so that those can be dropped. Guests' links in
 * emails that were sent before end; emails sent from then on have the new ones. May be ended and begun again.
 */
export async function renewSecret(deps: SecretDeps): Promise<RenewedSecrets> {
  return {
    authenticators: await sealAnew(deps),
    orders: await renewLinks(deps, { table: order, key: order.id, tokenOf: guestOrderToken }),
    tickets: await renewLinks(deps, { table: ticket, key: ticket.id, tokenOf: guestTicketToken }),
    alerts: await renewLinks(deps, {
      table: availabilityAlert,
      key: availabilityAlert.email,
      tokenOf: guestAlertsToken,
    }),
    requests: await renewLinks(deps, { table: titleRequest, key: titleRequest.email, tokenOf: guestAlertsToken }),
  };
}

async function sealAnew({ db, authSecret }: SecretDeps): Promise<number> {
  let count = 0;
  for (const { customerId, sealedSecret } of await db.select().from(totp)) {
    const opened = openSecret(authSecret, customerId, sealedSecret);
    if (!opened?.isOutdated) continue;
    const isSame = and(eq(totp.customerId, customerId), eq(totp.sealedSecret, sealedSecret));
    const renewed = { sealedSecret: sealSecret(authSecret, customerId, opened.secret) };
    count += (await db.update(totp).set(renewed).where(isSame)).rowCount ?? 0;
  }
  return count;
}

/** Guests' links: the table, what a token is made of, and how. */
type Links = {
  table: typeof order | typeof ticket | typeof availabilityAlert | typeof titleRequest;
  key: AnyColumn;
  tokenOf: (deps: SecretDeps, key: string) => string;
};

/** Before every UUID. */
const NIL = '00000000-0000-0000-0000-000000000000';

async function renewLinks(deps: SecretDeps, { table, key, tokenOf }: Links): Promise<number> {
  let [count, after] = [0, NIL];
  for (;;) {
    const { rows } = await deps.db.execute<{ id: string; key: string; hash: Buffer }>(sql`
      SELECT id, ${key} AS key, guest_token_hash AS hash FROM ${table}
      WHERE guest_token_hash IS NOT NULL AND id > ${after} ORDER BY id LIMIT ${BATCH}`);
    const renewed = rows
      .map(({ id, hash, key: text }) => ({ id, hash, guestTokenHash: hashSecret(tokenOf(deps, text)) }))
      .filter(({ hash, guestTokenHash }) => !equalHashes(guestTokenHash, hash));
    for (const { id, hash, guestTokenHash } of renewed) {
      const isSame = and(eq(table.id, id), eq(table.guestTokenHash, hash));
      count += (await deps.db.update(table).set({ guestTokenHash }).where(isSame)).rowCount ?? 0;
    }
    if (rows.length < BATCH) return count;
    after = rows.at(-1)!.id;
  }
}
