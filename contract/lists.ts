import * as z from 'zod/mini';
import { LIST_VISIBILITIES, type GiftState } from '#domain/named-list.ts';
import { endpoint } from './endpoint.ts';
import { productRow, type ProductRow } from './products.ts';
import { byId, line, opaqueId, optionalText, productId, resourceId, timestamp } from './schemas.ts';

/* Nothing here says what givers took: the owner of a list is to be surprised. */

const namedList = z.object({
  id: resourceId,
  name: z.string(),
  visibility: z.enum(LIST_VISIBILITIES),
  is_gift: z.boolean(),
  titles: z.int(),
  /** The page of a public list; the secret link of another is shown once, when it is made. */
  path: z.nullable(z.string()),
});
export type NamedList = z.output<typeof namedList>;

export const listLists = endpoint('listLists', {
  summary: "The customer's named lists, the oldest first.",
  tag: 'Account',
  access: 'customer',
  rateLimit: 'read',
  response: z.object({ items: z.array(namedList) }),
  status: 200,
  errors: [],
});

const listedTitle = z.extend(productRow, { is_listed: z.boolean(), note: z.string(), added_at: timestamp });
export type ListedTitle = z.output<typeof listedTitle>;

export const getList = endpoint('getList', {
  summary: "One of the customer's named lists with its titles, the newest first.",
  tag: 'Account',
  access: 'customer',
  rateLimit: 'read',
  params: z.object({ id: opaqueId }),
  response: z.extend(namedList, { rows: z.array(listedTitle) }),
  status: 200,
  errors: ['not_found'],
});

export const saveList = endpoint('saveList', {
  summary:
    'Make a list, or with an id change that one. `link` is the path of a new secret link, which ends the one before; it is made for a list that becomes visible by link, and by `renew`.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'write',
  body: z.object({
    id: z.optional(opaqueId),
    name: line(60),
    visibility: z.enum(LIST_VISIBILITIES),
    is_gift: z.boolean(),
    renew: z._default(z.boolean(), false),
  }),
  response: z.object({ id: resourceId, link: z.nullable(z.string()) }),
  status: 200,
  errors: ['not_found', 'too_many', 'list_hidden'],
});

export const removeList = endpoint('removeList', {
  summary: 'Delete a list with its titles.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'write',
  body: byId,
  status: 204,
  errors: ['not_found'],
});

export const saveListTitle = endpoint('saveListTitle', {
  summary: 'Put a title on a list with a note, or change its note.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'write',
  body: z.object({ id: opaqueId, product_id: productId, note: optionalText(300) }),
  status: 204,
  errors: ['not_found', 'too_many'],
});

export const removeListTitle = endpoint('removeListTitle', {
  summary: 'Take a title off a list.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'write',
  body: z.object({ id: opaqueId, product_id: productId }),
  status: 204,
  errors: ['not_found'],
});

export const moveListTitle = endpoint('moveListTitle', {
  summary: 'Move a title with its note from one list to another; no id is the wish list, which has no notes.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'write',
  body: z.object({ product_id: productId, from: z.nullable(opaqueId), to: z.nullable(opaqueId) }),
  status: 204,
  errors: ['not_found', 'too_many'],
});

/** A named list as others see it; `titles` that left the shop are left out. */
export type SharedListView = {
  page: 'list';
  key: string;
  name: string;
  isPublic: boolean;
  isGift: boolean;
  /** Whether it shows what is taken; `isOwn` says that it does not, because it is the owner's browser. */
  isGiving: boolean;
  isOwn: boolean;
  /** Somebody else was faster. */
  isTaken?: boolean;
  titles: { row: ProductRow; note: string; gift: GiftState }[];
};
