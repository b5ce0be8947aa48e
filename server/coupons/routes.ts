import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { sql } from 'drizzle-orm';
import { MAX_COVERED_PRODUCTS, type CouponCheck } from '#contract/checkout.ts';
import { PERCENTAGE, checkCouponEligibility } from '#domain/pricing/coupon.ts';
import { type Sen, ringgitFromSen } from '#domain/money.ts';
import { PHYSICAL_FORMATS } from '#domain/catalogue/product.ts';
import type { Database } from '../db/connection.ts';
import { keepSql, together } from '../db/kept-statement.ts';
import { product, variant } from '../db/tables.ts';
import { throwApiError } from '../api-error.ts';
import { couponCustomer, findCoupon, listCoveredProducts, type FoundCoupon } from './find-coupon.ts';

export function couponHandlers(deps: Deps): Pick<Handlers, 'checkCoupon'> {
  return {
    checkCoupon: async ({ body, principal }) => {
      const reward = principal && (await deps.consumeRateLimit('customer-coupon', principal.customerId));
      const found = await checkCoupon(deps, { code: body.code, lines: body.pid, email: principal?.email });
      await reward?.();
      return found;
    },
  };
}

type CouponLine = { id: number; qty: number; vid?: number | undefined };

/** Checks whether a coupon may be used for these lines now; throws the reason. Unknown products are left out. */
export async function checkCoupon(
  deps: Pick<Deps, 'db' | 'preparedDb' | 'authSecret'>,
  { code, lines, email }: { code: string; lines: readonly CouponLine[]; email: string | undefined },
): Promise<CouponCheck> {
  const productIds = [...new Set(lines.map((line) => line.id))];
  const { db, preparedDb } = deps;
  const customer = email === undefined ? undefined : couponCustomer(deps, email);
  const [found, priced] = await together(preparedDb, (one) =>
    Promise.all([findCoupon(one, code, { customer, productIds }), listLineTotals(one, lines)]),
  );
  const coupon = found ?? throwApiError('coupon_unknown');
  const cart = { productIds: priced.map((line) => line.id), total: priced.reduce((sum, line) => sum + line.list, 0) };
  const error = checkCouponEligibility(coupon, cart, coupon.now);
  if (error) throwApiError(error);
  const { id, covers } = coupon;
  return {
    prc: covers === '*' ? '*' : await listCoveredProducts(db, { id, inCart: covers, most: MAX_COVERED_PRODUCTS }),
    coupon: couponTermsInRinggit(coupon),
  };
}

function couponTermsInRinggit({ code, valueType, value, minimumSubtotal }: FoundCoupon): CouponCheck['coupon'] {
  return {
    code,
    price_rule: { value_type: valueType, value: valueType === PERCENTAGE ? value / 100 : ringgitFromSen(value) },
    ...(minimumSubtotal > 0 && { minimum: ringgitFromSen(minimumSubtotal) }),
  };
}

/**
 * The list total in sen of each line that can be bought; without a variant, of the product's cheapest format. SQL, because
 * the lines are joined as rows.
 */
async function listLineTotals(db: Database, lines: readonly CouponLine[]): Promise<{ id: number; list: Sen }[]> {
  const asked = JSON.stringify(lines.map(({ id, qty, vid }) => ({ id, qty, vid: vid ?? null })));
  const { rows } = await selectTotals(db, { asked });
  return rows.map(({ id, list }) => ({ id, list: Number(list) }));
}

const selectTotals = keepSql<{ asked: string }, { id: number; list: number }>(
  (given) => sql`
    SELECT asked.id, asked.qty * min(v.list_price) AS list
    FROM jsonb_to_recordset(${given('asked')}::jsonb) AS asked (id int, qty int, vid int)
    JOIN ${product} p ON p.id = asked.id AND p.is_listed
    JOIN ${variant} v ON v.product_id = p.id AND v.is_listed AND v.format = ANY(${sql.param([...PHYSICAL_FORMATS])}::text[])
      AND v.id = coalesce(asked.vid, v.id)
    GROUP BY asked.id, asked.qty, asked.vid`,
);
