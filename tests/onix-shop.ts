import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeEach, inject } from 'vitest';
import { testShop } from './database.ts';
import { onixMessage, type NewMessage } from './onix-writer.ts';
import { commandsIn } from './run-command.ts';

type Outcome = { added: number; issues: { kind: string; reason: string }[]; text: string | undefined };
type VariantRow = {
  isbn: string | null;
  format: string;
  price: number;
  listed: boolean;
  title: string;
  isProductListed: boolean;
  product: number;
};

/** A shop without books, emptied before each test, into which a test imports messages by the operator's command. */
export async function onixShop() {
  const shop = await testShop();
  const { db } = shop.deps;
  const run = commandsIn(shop);
  const folder = mkdtempSync(join(inject('cluster').folder, 'onix-'));
  beforeEach(() => db.execute(sql`TRUNCATE product, contributor, series, onix_record RESTART IDENTITY CASCADE`));
  let written = 0;
  const write = (message: NewMessage | string) => {
    written += 1;
    const file = join(folder, `message-${written}.xml`);
    writeFileSync(file, typeof message === 'string' ? message : onixMessage(message));
    return file;
  };
  return {
    ...shop,
    run,
    folder,
    write,
    /** Imports a message of these records, however many titles it delists. */
    importRecords: async (records: NewMessage['records'], message: Partial<NewMessage> = {}): Promise<Outcome> => {
      const { data, text } = await run('import', 'onix', write({ records, ...message }), '--confirm-delists');
      return { ...(data as Omit<Outcome, 'text'>), text };
    },
    /** Every row that an import may write, with the times at which it was written. */
    everything: async (): Promise<unknown> => {
      const tables = ['product', 'variant', 'contributor', 'product_contributor', 'product_subject', 'product_series'];
      const rows = [...tables, 'series', 'search_entry', 'search_text', 'stock_movement', 'onix_record'].map(
        async (table) => {
          const found = await db.execute(sql`SELECT * FROM ${sql.identifier(table)} t ORDER BY t::text`);
          return [table, found.rows];
        },
      );
      return Object.fromEntries(await Promise.all(rows));
    },
    variants: async (): Promise<VariantRow[]> => {
      const { rows } =
        await db.execute<VariantRow>(sql`SELECT v.isbn, v.format, v.list_price AS price, v.is_listed AS listed, p.title,
        p.is_listed AS "isProductListed", p.id AS product FROM variant v JOIN product p ON p.id = v.product_id ORDER BY v.id`);
      return rows;
    },
  };
}
