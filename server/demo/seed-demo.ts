import { FIXED_PER_UNIT, PERCENTAGE } from '#domain/pricing/coupon.ts';
import { coupon, customer, product } from '../db/tables.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { hashPassword } from '../accounts/passwords.ts';
import { importProducts } from '../catalogue/import-products.ts';
import { readCsv } from '../catalogue/read-csv.ts';
import { within, type Deps } from '../context.ts';
import { findPublishedHome, publishHome } from '../home/home-page.ts';
import { readHome } from '../home/read-home.ts';
import { withBookFacts } from './book-facts.ts';
import { DEMO_PASSWORD, DEMO_ACCOUNTS } from './demo-accounts.ts';
import { seedReader } from './seed-reader.ts';
import { seedSamples } from './seed-samples.ts';

type DemoCoupon = Omit<typeof coupon.$inferInsert, 'id' | 'used'>;

const STARTED_AT = new Date('2026-01-01T00:00:00Z');

/** The demo coupons. Percentages in basis points, amounts in sen. */
export const DEMO_COUPONS: readonly DemoCoupon[] = [
  { code: 'WELCOME10', valueType: PERCENTAGE, value: 1000, startsAt: STARTED_AT },
  { code: 'CLASSIC5', valueType: FIXED_PER_UNIT, value: 500, subject: 'FBC', startsAt: STARTED_AT },
  { code: 'ONCE', valueType: PERCENTAGE, value: 2000, maxUses: 1, startsAt: STARTED_AT },
  { code: 'MINE', valueType: PERCENTAGE, value: 1500, maxUsesPerCustomer: 1, startsAt: STARTED_AT },
  { code: 'BIG200', valueType: FIXED_PER_UNIT, value: 2000, minimumSubtotal: 200_00, startsAt: STARTED_AT },
  {
    code: 'EXPIRED',
    valueType: PERCENTAGE,
    value: 1000,
    startsAt: STARTED_AT,
    endsAt: new Date('2026-02-01T00:00:00Z'),
  },
  { code: 'SOON', valueType: PERCENTAGE, value: 1000, startsAt: new Date('2099-01-01T00:00:00Z') },
];

export const DEMO_CATALOGUE = join(import.meta.dirname, '../../demo/catalogue.csv');
const DEMO_HOME = join(import.meta.dirname, '../../demo/home.json');

/**
 * True if the demo may be seeded: there is no product, or an earlier seeding was interrupted (the demo's coupons exist,
 * which are seeded first, but no customer, who are seeded last).
 */
export async function canSeedDemo({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const [products, people, coupons] = await Promise.all([
    db.$count(product),
    db.$count(customer),
    db.$count(coupon, IS_DEMO_COUPON),
  ]);
  return products === 0 || (people === 0 && coupons > 0);
}

const IS_DEMO_COUPON = eq(coupon.code, DEMO_COUPONS[0]!.code);

/**
 * Fills a shop with the demo: coupons, catalogue, home page, sample pages, accounts, and a history for `reader`. An interrupted
 * seeding can be repeated: all but accounts and history is idempotent, and these are one transaction.
 */
export async function seedDemo(deps: Deps, onProgress: (done: number, all: number) => void = () => {}): Promise<void> {
  const { db } = deps;
  await db
    .insert(coupon)
    .values(DEMO_COUPONS.map((terms) => ({ id: uuidv7(), ...terms })))
    .onConflictDoNothing();
  const { products: titles } = await readCsv(DEMO_CATALOGUE);
  await importProducts(db, withBookFacts(titles), { onProgress });
  const { content } = readHome(readFileSync(DEMO_HOME, 'utf8'));
  if (content && !(await findPublishedHome(db))) await publishHome(db, { content, actor: 'demo' });
  await seedSamples(deps);
  await db.transaction(async (tx) => {
    const inside = within(tx, deps);
    const people = await seedAccounts(inside);
    await seedReader(inside, people.get('reader')!);
  });
}

/** Creates the demo accounts; returns their ids by username. */
async function seedAccounts({ db }: Pick<Deps, 'db'>): Promise<Map<string, string>> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const activatedAt = sql`now()`;
  const made = await db
    .insert(customer)
    .values(DEMO_ACCOUNTS.map((person) => ({ id: uuidv7(), ...person, passwordHash, activatedAt })))
    .returning({ id: customer.id, username: customer.username });
  return new Map(made.map((row) => [row.username!, row.id]));
}
