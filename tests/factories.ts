import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { CouponTerms } from '#domain/coupon.ts';
import { ringgitFromSen } from '#domain/money.ts';
import type { OrderState } from '#domain/order-state.ts';
import { quoteCart } from '#domain/price.ts';
import { hashPassword } from '../server/accounts/passwords.ts';
import { importTitle, type EditionRecord, type TitleRecord } from '../server/catalogue/import-title.ts';
import type { Connection } from '../server/db/connection.ts';
import { coupon, customer, orderLine, variant } from '../server/db/tables.ts';
import type { Deps } from '../server/deps.ts';
import { moveOrder, type Move } from '../server/orders/move-order.ts';
import { indexTitles } from '../server/search/index-titles.ts';
import { startSession } from '../server/sessions/start-session.ts';
import { post } from './door.ts';

type Shop = { deps: { db: Connection } };

export type MadeVariant = { id: number; listPrice: number; memberPrice: number };
/** A title in the shop; `vid` and the prices (sen) are those of its first edition. */
export type MadeTitle = { id: number; vid: number; variants: MadeVariant[] } & Omit<MadeVariant, 'id'>;

type NewEdition = Partial<Pick<EditionRecord, 'isbn' | 'format' | 'listPrice' | 'memberPrice' | 'stock'>>;
/** What stands beside `editions` is true of each of them. */
type NewTitle = Partial<Omit<TitleRecord, 'editions'>> & NewEdition & { editions?: readonly NewEdition[] };

const PLAIN: Omit<TitleRecord, 'title' | 'editions'> = {
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
let titles = 0;

/** A title with one paperback of RM 40.00 (members 36.00), ten on the shelf, unless told otherwise. */
export async function makeTitle({ deps: { db } }: Shop, told: NewTitle = {}): Promise<MadeTitle> {
  titles += 1;
  const {
    editions = [{}],
    isbn = null,
    format = 'paperback',
    listPrice = 4000,
    memberPrice,
    stock = 10,
    ...facts
  } = told;
  const common = { isbn, format, listPrice, memberPrice, stock };
  const made = editions.map((own) => editionOf({ ...common, ...own }));
  const record = { ...PLAIN, title: `Title ${titles}`, ...facts, editions: made };
  const id = await importTitle(db, record);
  await indexTitles(db, [id]);
  const variants = await db
    .select({ id: variant.id, listPrice: variant.listPrice, memberPrice: variant.memberPrice })
    .from(variant)
    .where(eq(variant.productId, id))
    .orderBy(variant.id);
  const { id: vid, ...prices } = variants[0]!;
  return { id, vid, variants, ...prices };
}

type Priced = Omit<Required<NewEdition>, 'memberPrice'> & { memberPrice?: number | undefined };

function editionOf({ listPrice, memberPrice = Math.round(listPrice * 0.9), ...facts }: Priced): EditionRecord {
  return { ...facts, listPrice, memberPrice, pages: null, published: null };
}

export type MadeCustomer = { id: string; email: string; username: string; password: string };

const PASSWORD = 'a good long password';
let passwordHash: Promise<string> | undefined;
let customers = 0;

type NewCustomer = Partial<
  Record<'email' | 'username' | 'displayName', string> & { activatedAt: Date | null; passwordHash: string | null }
>;

/** A customer, activated unless told otherwise. */
export async function makeCustomer({ deps: { db } }: Shop, told: NewCustomer = {}): Promise<MadeCustomer> {
  customers += 1;
  passwordHash ??= hashPassword(PASSWORD);
  const made = {
    id: uuidv7(),
    email: `customer${customers}@mail.test`,
    username: `customer${customers}`,
    displayName: 'Siti',
  };
  const row = { ...made, passwordHash: await passwordHash, activatedAt: new Date(), ...told };
  await db.insert(customer).values(row);
  return { id: row.id, email: row.email, username: row.username, password: PASSWORD };
}

/** Signs a customer in through the door; answers the access token. */
export async function signIn(app: FastifyInstance, { username, password }: MadeCustomer): Promise<string> {
  const { body } = await post(app, '/customer/auth/login', { username, password });
  return body.api_token;
}

/** A new customer with a session of their own, without a password's work: for crowds. */
export async function makeSignedIn(shop: Shop, told: NewCustomer = {}) {
  const made = await makeCustomer(shop, told);
  const { token } = await startSession(shop.deps.db, made.id, { userAgent: 'test', ip: '127.0.0.1' });
  return { ...made, token };
}

type NewCoupon = Partial<CouponTerms & Omit<typeof coupon.$inferInsert, 'id' | 'code' | 'valueType' | 'value'>>;
export type MadeCoupon = CouponTerms & { id: string; code: string };
let coupons = 0;

/** A coupon of ten percent on everything, unless told otherwise; `covers` names the titles of its `subject`. */
export async function makeCoupon(
  { deps: { db } }: Shop,
  { covers = '*', valueType = 1, value = 1000, ...told }: NewCoupon = {},
): Promise<MadeCoupon> {
  coupons += 1;
  const startsAt = new Date('2020-01-01T00:00:00Z');
  const made = { id: uuidv7(), code: `COUPON${coupons}`, valueType, value };
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
  lines: readonly (MadeTitle | { of: MadeTitle; qty?: number; variant?: MadeVariant })[];
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
  const quote = quoteCart({ lines: priced, isMember, coupon: used, postalCode });
  return {
    items: priced.map(({ productId, variantId, qty }) => ({ id: productId, vid: variantId, qty })),
    proDis: ringgitFromSen(quote.proDiscount),
    disCode: used?.code ?? null,
    address: address ?? deliverTo,
    total: ringgitFromSen(quote.total),
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

/** An order with its lines, delivered unless another state is told. */
export async function makeOrder(
  { deps, app }: { deps: Deps; app: FastifyInstance },
  { state = 'delivered', ...cart }: Cart & { state?: OrderState },
) {
  const { body } = await placeOrder(app, cart);
  const id: string = body.id;
  for (const to of PATHS[state] ?? []) await moveOrder(deps, id, { to, actor: 'staff' });
  const lines = await deps.db.select().from(orderLine).where(eq(orderLine.orderId, id)).orderBy(orderLine.position);
  return { id, number: body.number as string, payable: body.payable as number, lines };
}

const PATHS: Partial<Record<OrderState, Move['to'][]>> = {
  paid: ['paid'],
  packed: ['paid', 'packed'],
  shipped: ['paid', 'packed', 'shipped'],
  delivered: ['paid', 'packed', 'shipped', 'delivered'],
  cancelled: ['cancelled'],
};
