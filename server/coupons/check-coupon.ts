import { sql } from 'drizzle-orm';
import type { CouponAnswer } from '#contract/coupons.ts';
import { PERCENTAGE, refuseCoupon, type Coupon } from '#domain/coupon.ts';
import type { Sen } from '#domain/money.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { BOOK_FORMATS } from '#domain/book-format.ts';
import type { Database } from '../db/connection.ts';
import { product, variant } from '../db/tables.ts';
import { refuse } from '../refuse.ts';
import { customerKey, findCoupon } from './find-coupon.ts';

type Line = { id: number; qty: number; vid?: number | undefined };

/** Whether a coupon may be used for these lines now; refuses with the reason. Only unknown titles count as no line. */
export async function checkCoupon(
  db: Database,
  { code, lines, email }: { code: string; lines: readonly Line[]; email: string | undefined },
): Promise<CouponAnswer> {
  const productIds = [...new Set(lines.map((line) => line.id))];
  const key = email === undefined ? undefined : customerKey(email);
  const coupon = (await findCoupon(db, code, { key, productIds })) ?? refuse('coupon_unknown');
  const priced = await listTotals(db, lines);
  const cart = { productIds: priced.map((line) => line.id), total: priced.reduce((sum, line) => sum + line.list, 0) };
  const refusal = refuseCoupon(coupon, cart, coupon.now);
  if (refusal) refuse(refusal);
  return {
    prc: coupon.covers === '*' ? '*' : [...coupon.covers],
    coupon: { code: coupon.code, price_rule: wireRule(coupon) },
  };
}

function wireRule({ valueType, value }: Coupon): CouponAnswer['coupon']['price_rule'] {
  return { value_type: valueType, value: valueType === PERCENTAGE ? value / 100 : ringgitFromSen(value) };
}

/** The list total of each line that can be bought, in sen; without a variant, of the title's cheapest format. */
async function listTotals(db: Database, lines: readonly Line[]): Promise<{ id: number; list: Sen }[]> {
  const asked = JSON.stringify(lines.map(({ id, qty, vid }) => ({ id, qty, vid: vid ?? null })));
  const { rows } = await db.execute<{ id: number; list: number }>(sql`
    SELECT asked.id, asked.qty * min(v.list_price) AS list
    FROM jsonb_to_recordset(${asked}::jsonb) AS asked (id int, qty int, vid int)
    JOIN ${product} p ON p.id = asked.id AND p.is_listed
    JOIN ${variant} v ON v.product_id = p.id AND v.is_listed AND v.format = ANY(${sql.param([...BOOK_FORMATS])}::text[])
      AND v.id = coalesce(asked.vid, v.id)
    GROUP BY asked.id, asked.qty, asked.vid`);
  return rows.map(({ id, list }) => ({ id, list: Number(list) }));
}
