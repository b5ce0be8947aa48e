import { formatSen, senFromRinggit } from '#domain/money.ts';
import { ORDER_STATES, statesBefore } from '#domain/order-state.ts';
import { listAllOrders } from '../server/orders/list-all-orders.ts';
import { moveOrder, type Move } from '../server/orders/move-order.ts';
import { requireOrderByNumber } from '../server/orders/queries.ts';
import { Refusal } from '../server/refuse.ts';
import type { OpenShop } from '../server/shop.ts';
import { limitOf, limitOption, oneOf } from './list-options.ts';
import { orderText } from './order-text.ts';
import { table, time } from './table.ts';
import { Failure, option, type Answer, type Call, type Verb, type VerbOption } from './verb.ts';

const list: Verb = {
  name: 'order list',
  options: { state: { hint: 'STATE', summary: `Only orders that are ${ORDER_STATES.join(', ')}.` }, ...limitOption },
  summary: 'List the newest orders.',
  opens: 'shop',
  run: async (call, { deps: { db } }) => {
    const rows = await listAllOrders(db, { limit: limitOf(call), state: oneOf(call, 'state', ORDER_STATES) });
    const shown = rows.map(({ placed_at, payable, ...row }) => ({
      ...row,
      placed: time(placed_at),
      payable: formatSen(senFromRinggit(payable)),
    }));
    return { text: table(shown) || 'There are no such orders.', data: rows };
  },
};

const show: Verb = {
  name: 'order show',
  takes: ['NUMBER'],
  summary: 'Show an order with its lines, its address and what happened to it.',
  opens: 'shop',
  run: async (call, shop) => {
    const order = await requireOrder(call, shop);
    return { text: orderText(order), data: order };
  },
};

const PARCEL: Record<string, VerbOption> = {
  carrier: { hint: 'NAME', summary: 'Who carries it, such as "Pos Laju".' },
  tracking: { hint: 'CODE', summary: 'What the carrier calls the parcel.' },
};

export const orderVerbs: readonly Verb[] = [
  list,
  show,
  mover('mark-paid', 'paid', "Enter that an order's money has come."),
  mover('pack', 'packed', 'Say that a paid order is packed; it cannot be cancelled any more.'),
  mover('ship', 'shipped', 'Say that a packed order is with its carrier.', PARCEL),
  mover('deliver', 'delivered', 'Say that a shipped order has arrived.'),
  mover('cancel', 'cancelled', 'Cancel an order that is not packed: its copies and its coupon go back.'),
];

function mover(word: string, to: Move['to'], summary: string, options: Record<string, VerbOption> = {}): Verb {
  const run = (call: Call, shop: OpenShop) => move(call, shop, to);
  return {
    name: `order ${word}`,
    takes: ['NUMBER'],
    options,
    summary: `${summary} Its customer gets a mail.`,
    changes: true,
    opens: 'shop',
    run,
  };
}

async function move(call: Call, shop: OpenShop, to: Move['to']): Promise<Answer> {
  const { id, number } = await requireOrder(call, shop);
  const parcel = parcelOf(call);
  try {
    await moveOrder(shop.deps, id, { to, actor: 'operator', ...(parcel && { parcel }) });
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'too_late')) throw error;
    const { status } = await requireOrder(call, shop);
    throw new Failure(
      `The order ${number} is ${status}; only one that is ${statesBefore(to).join(' or ')} can become ${to}.`,
    );
  }
  return { text: `The order ${number} is ${to} now.`, data: await requireOrder(call, shop) };
}

async function requireOrder({ words }: Call, { deps: { db, config } }: OpenShop) {
  const number = /^\d+$/.test(words[0]!) ? `BK-${words[0]}` : words[0]!;
  return requireOrderByNumber(db, config, number).catch((error: unknown) => {
    throw error instanceof Refusal ? new Failure(`There is no order ${number}.`) : error;
  });
}

/** The mails to customers hold them, so they are one line each. */
function parcelOf(call: Call): Move['parcel'] {
  const [carrier, tracking] = [option(call, 'carrier')?.trim(), option(call, 'tracking')?.trim()];
  if (carrier === undefined && tracking === undefined) return undefined;
  if (isOneLine(carrier) && isOneLine(tracking)) return { carrier, tracking };
  throw new Failure('--carrier and --tracking go together and take 1 to 100 characters on one line each.');
}

function isOneLine(text: string | undefined): text is string {
  return text !== undefined && /^\P{Cc}{1,100}$/u.test(text);
}
