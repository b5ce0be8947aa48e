import * as drizzle from 'drizzle-orm';
import { count, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { testShop } from '../../tests/database.ts';
import { subquery, valueOf } from './subqueries.ts';
import { contributor, customer, order, orderLine, product, refund, ticket, variant } from './tables.ts';

const { db } = (await testShop()).deps;
const other = alias(order, 'other');

/** Drizzle's own, which it exports without a type. */
const { mapResultRow } = drizzle as unknown as {
  mapResultRow: (fields: unknown[], row: unknown[], notNull: object | undefined) => unknown;
};

type Statement = {
  fields: unknown[];
  joinsNotNullableMap: object | undefined;
  customResultMapper: (rows: unknown[][]) => unknown[];
};

const lines = subquery.select({ value: count() }).from(orderLine).where(eq(orderLine.orderId, order.id));
const newest = db
  .select({ id: order.id, doubled: sql<number>`2 * ${order.total}`.as('doubled') })
  .from(order)
  .as('newest');

const STATEMENTS = {
  'a table': db.select().from(order),
  'columns, SQL, a decoder of its own and a subquery': db
    .select({
      at: order.placedAt,
      total: sql`${order.total}`,
      paid: sql`${order.total}`.mapWith(String),
      lines: valueOf(lines),
    })
    .from(order),
  'an aliased column': db.select({ id: newest.id, doubled: newest.doubled }).from(newest),
  'tables that may not be there': db
    .select()
    .from(order)
    .leftJoin(customer, eq(customer.id, order.customerId))
    .leftJoin(ticket, eq(ticket.orderId, order.id)),
  'a table that has to be there': db.select().from(variant).innerJoin(product, eq(product.id, variant.productId)),
  'chosen columns of tables that may not be there, of two tables at once and of an alias': db
    .select({
      number: order.number,
      owner: { id: customer.id, name: customer.displayName, known: sql`true` },
      mixed: { id: customer.id, refund: refund.state },
      ofAlias: { id: other.id, number: other.number },
    })
    .from(order)
    .leftJoin(customer, eq(customer.id, order.customerId))
    .leftJoin(refund, eq(refund.orderId, order.id))
    .leftJoin(other, eq(other.customerId, customer.id)),
  'a right join': db
    .select({ contributor, order })
    .from(order)
    .rightJoin(contributor, sql`false`),
};

test.each(Object.entries(STATEMENTS))('rows of %s are those that drizzle makes', async (_name, written) => {
  const statement = written.prepare('') as unknown as Statement;
  const width = statement.fields.length;
  const samples = [
    Array.from({ length: width }, () => null),
    Array.from({ length: width }, (_, place) => (place % 2 === 0 ? null : '2026-11-28 10:00:00+00')),
    Array.from({ length: width }, (_, place) => (place % 2 === 1 ? null : '7')),
    Array.from({ length: width }, () => '2026-11-28 10:00:00+00'),
  ];
  expect(statement.customResultMapper(samples)).toEqual(
    samples.map((row) => mapResultRow(statement.fields, row, statement.joinsNotNullableMap)),
  );
});
