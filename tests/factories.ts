import type { ProductRecord, VariantRecord } from '../server/catalogue/product-record.ts';
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { ringgitFromSen } from '#domain/money.ts';
import type { OrderState } from '#domain/orders/order.ts';
import type { StaffRole } from '#domain/staff.ts';
import type { CouponTerms } from '#domain/pricing/coupon.ts';
import { quoteCart } from '#domain/pricing/quote.ts';
import { DEFAULT_ZONES } from '#domain/shipping.ts';
import { hashPassword } from '../server/accounts/passwords.ts';
import { importProduct } from '../server/catalogue/import-products.ts';
import type { Connection } from '../server/db/connection.ts';
import { coupon, customer, orderLine, variant } from '../server/db/tables.ts';
import type { Deps } from '../server/context.ts';
import { transitionOrder, type OrderTransition } from '../server/orders/transition-order.ts';
import { indexProducts } from '../server/catalogue/search-index.ts';
import { startSession } from '../server/sessions/sessions.ts';
import { post } from './test-app.ts';

type Shop = { deps: { db: Connection } };

export type MadeVariant = { id: number; listPrice: number; memberPrice: number };
/** A title in the shop; `vid` and the prices (sen) are those of its first variant. */
export type MadeProduct = { id: number; vid: number; variants: MadeVariant[] } & Omit<MadeVariant, 'id'>;

type SupplyFacts = Pick<VariantRecord, 'availability' | 'publishingStatus' | 'embargo' | 'expected' | 'orderDays'>;
type NewVariant = Partial<Pick<VariantRecord, 'isbn' | 'format' | 'listPrice' | 'memberPrice' | 'stock'>> & SupplyFacts;
/** The fields of variants beside `variants` apply to each of them. */
type NewProduct = Partial<Omit<ProductRecord, 'variants'>> &
  Omit<NewVariant, keyof SupplyFacts> & { variants?: readonly NewVariant[] };

const DEFAULT_PRODUCT: Omit<ProductRecord, 'title' | 'variants'> = {
  subtitle: '',
  contributors: [],
  language: 'en',
  description: '',
  published: null,
  publisher: 'Test Press',
  imprint: '',
  subjects: [],
  series: null,
  popularity: 0,
};
let productCount = 0;

/** A product; by default with one paperback at RM 40.00 (members 36.00) and a stock of ten. */
export async function makeProduct({ deps: { db } }: Shop, told: NewProduct = {}): Promise<MadeProduct> {
  productCount += 1;
  const {
    variants = [{}],
    isbn = null,
    format = 'paperback',
    listPrice = 4000,
    memberPrice,
    stock = 10,
    ...rest
  } = told;
  const common = { isbn, format, listPrice, memberPrice, stock };
  const records = variants.map((own) => toVariantRecord({ ...common, ...own }));
  const record = { ...DEFAULT_PRODUCT, title: `Title ${productCount}`, ...rest, variants: records };
  const { id } = await importProduct(db, record);
  await indexProducts(db, [id]);
  const saved = await db
    .select({ id: variant.id, listPrice: variant.listPrice, memberPrice: variant.memberPrice })
    .from(variant)
    .where(eq(variant.productId, id))
    .orderBy(variant.id);
  const { id: vid, ...prices } = saved[0]!;
  return { id, vid, variants: saved, ...prices };
}

type PricedVariant = Required<Omit<NewVariant, 'memberPrice' | keyof SupplyFacts>> &
  SupplyFacts & { memberPrice?: number | undefined };

function toVariantRecord({
  listPrice,
  memberPrice = Math.round(listPrice * 0.9),
  ...rest
}: PricedVariant): VariantRecord {
  return { ...rest, listPrice, memberPrice, pages: null, published: null };
}

export type MadeCustomer = { id: string; email: string; username: string; password: string };

const PASSWORD = 'a good long password';
let passwordHash: Promise<string> | undefined;
let customerCount = 0;

type NewCustomer = Partial<
  Record<'email' | 'username' | 'displayName', string> & {
    activatedAt: Date | null;
    passwordHash: string | null;
    staffRole: StaffRole;
  }
>;

/** A customer, by default activated. */
export async function makeCustomer({ deps: { db } }: Shop, told: NewCustomer = {}): Promise<MadeCustomer> {
  customerCount += 1;
  passwordHash ??= hashPassword(PASSWORD);
  const made = {
    id: uuidv7(),
    email: `customer${customerCount}@mail.test`,
    username: `customer${customerCount}`,
    displayName: 'Siti',
  };
  const row = { ...made, passwordHash: await passwordHash, activatedAt: new Date(), ...told };
  await db.insert(customer).values(row);
  return { id: row.id, email: row.email, username: row.username, password: PASSWORD };
}

/** The cookie of the one device that {@link signIn} uses. */
export const DEVICE_COOKIE = `bk-device=${'d'.repeat(43)}`;

/** Signs a customer in through the API, always on the same device; returns the access token. */
export async function signIn(app: FastifyInstance, { username, password }: MadeCustomer): Promise<string> {
  const { body } = await post(
    app,
    '/customer/auth/login',
    { username, password },
    { headers: { cookie: DEVICE_COOKIE } },
  );
  return body.api_token;
}

/** A new customer with a session of their own, without a password's work: for crowds. */
export async function makeSignedInCustomer(shop: Shop, told: NewCustomer = {}) {
  const made = await makeCustomer(shop, told);
  const { token } = await startSession(shop.deps.db, made.id, { userAgent: 'test', ip: '127.0.0.1' });
  return { ...made, token };
}

type NewCoupon = Partial<CouponTerms & Omit<typeof coupon.$inferInsert, 'id' | 'code' | 'valueType' | 'value'>>;
export type MadeCoupon = CouponTerms & { id: string; code: string };
let couponCount = 0;

/** A coupon, by default ten percent off everything; `covers` names the products of its `subject`. */
export async function makeCoupon(
  { deps: { db } }: Shop,
  { covers = '*', valueType = 1, value = 1000, ...told }: NewCoupon = {},
): Promise<MadeCoupon> {
  couponCount += 1;
  const startsAt = new Date('2020-01-01T00:00:00Z');
  const made = { id: uuidv7(), code: `COUPON${couponCount}`, valueType, value };
  await db.insert(coupon).values({ startsAt, ...told, ...made });
  return { ...made, covers };
}

export const ADDRESS = {
  name: 'Siti binti Ali',
  phone: '012-345 6789',
  line1: '12, Jalan Telawi 3',
  city: 'Kuala Lumpur',
  state: 'Kuala Lumpur',
  zip: '50480',
};

export type Cart = {
  /** Titles with how many of each; without a number one. */
  lines: readonly (MadeProduct | { of: MadeProduct; qty?: number; variant?: MadeVariant })[];
  token?: string | undefined;
  email?: string;
  coupon?: MadeCoupon;
  address?: Record<string, unknown>;
  /** The postal code for the figures, where `address` does not say it. */
  zip?: string;
  changes?: Record<string, unknown>;
};

/** What our storefront would send for a cart: the figures are the domain's. */
export function orderPayload({ lines, token, email = 'guest@mail.test', coupon: used, address, zip, changes }: Cart) {
  const isMember = token !== undefined;
  const wanted = lines.map((line) => ('of' in line ? { qty: 1, ...line } : { of: line, qty: 1 }));
  const priced = wanted.map(({ of, qty, variant: chosen = of.variants[0]! }) => {
    const { id: variantId, listPrice, memberPrice } = chosen;
    return { productId: of.id, variantId, qty, listPrice, memberPrice };
  });
  const deliverTo = { ...ADDRESS, ...(!isMember && { email }), ...(zip !== undefined && { zip }) };
  const postalCode = zip ?? String((address as { zip?: unknown })?.zip ?? ADDRESS.zip);
  const quote = quoteCart({ lines: priced, isMember, coupon: used, zones: DEFAULT_ZONES, postalCode });
  return {
    items: priced.map(({ productId, variantId, qty }) => ({ id: productId, vid: variantId, qty })),
    proDis: ringgitFromSen(quote.couponDiscount),
    disCode: used?.code ?? null,
    address: address ?? deliverTo,
    total: ringgitFromSen(quote.subtotal),
    shippingCost: ringgitFromSen(quote.shipping === -1 ? 0 : quote.shipping),
    ...changes,
  };
}

/** Orders a cart as our storefront does, with a key of its own unless one is given; `null` sends none. */
export function placeOrder(
  app: FastifyInstance,
  { key = randomUUID(), ip, ...cart }: Cart & { key?: string | null; ip?: string },
) {
  const headers = key === null ? {} : { 'idempotency-key': key };
  return post(app, '/customer/order/set', orderPayload(cart), { token: cart.token, headers, ...(ip && { ip }) });
}

/** An order with its lines, by default delivered. */
export async function makeOrder(
  { deps, app }: { deps: Deps; app: FastifyInstance },
  { state = 'delivered', ...cart }: Cart & { state?: OrderState },
) {
  const { body } = await placeOrder(app, cart);
  const id: string = body.id;
  for (const to of TRANSITIONS[state] ?? []) await transitionOrder(deps, id, { to, actor: 'staff' });
  const lines = await deps.db.select().from(orderLine).where(eq(orderLine.orderId, id)).orderBy(orderLine.position);
  return { id, number: body.number as string, payable: body.payable as number, lines };
}

const TRANSITIONS: Partial<Record<OrderState, OrderTransition['to'][]>> = {
  paid: ['paid'],
  packed: ['paid', 'packed'],
  shipped: ['paid', 'packed', 'shipped'],
  delivered: ['paid', 'packed', 'shipped', 'delivered'],
  cancelled: ['cancelled'],
};
