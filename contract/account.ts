import * as z from 'zod/mini';
import { ALL_FORMATS } from '#domain/catalogue/product.ts';
import { endpoint } from './endpoint.ts';
import { MAX_GUEST_WISHES, WISH_SORTS } from './options.ts';
import { offer, productRow } from './products.ts';
import { profile } from './sessions.ts';
import { byId, limit, page, pageOf, resourceId, ringgit, savedResource, timestamp, variantId } from './schemas.ts';
import { addressFields, saveProfileBody, saveAddressBody } from './forms.ts';

export const saveProfile = endpoint('saveProfile', {
  summary: "Change the customer's own profile; only the listed fields change.",
  tag: 'Account',
  access: 'customer',
  rateLimit: 'write',
  body: saveProfileBody,
  response: profile,
  status: 200,
  errors: ['not_found'],
});

/** The audit events of an account that its customer sees; orders and tickets have their own history. */
export const ACTIVITY_EVENTS = [
  'registered',
  'activated',
  'signed_in',
  'sign_in_failed',
  'password_refused',
  'identity_proven',
  'passkey_added',
  'passkey_removed',
  'passkey_refused',
  'second_step_on',
  'second_step_off',
  'recovery_codes_renewed',
  'recovery_code_used',
  'code_refused',
  'signed_out',
  'session_ended',
  'token_reused',
  'cookie_missing',
  'reset_asked',
  'password_reset',
  'password_changed',
  'email_change_asked',
  'email_changed',
  'provider_joined',
  'profile_changed',
  'role_changed',
  'invitation_accepted',
  'data_exported',
] as const;

export const activity = z.object({
  at: timestamp,
  event: z.enum(ACTIVITY_EVENTS),
  by: z.enum(['customer', 'staff']),
  ip: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
});
export type Activity = z.output<typeof activity>;

export const listActivity = endpoint('listActivity', {
  summary: 'What happened to this account, newest first.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'read',
  query: z.object({ page, limit }),
  response: pageOf(activity),
  status: 200,
  errors: [],
});

/** A stored row: its columns, without secrets, as `export-account.ts` writes them. */
const storedRow = z.record(z.string(), z.unknown());
const storedRows = z.array(storedRow);

export const accountExport = z.object({
  shop: z.string(),
  exported_at: timestamp,
  profile: storedRow,
  /** The picture's file as a `data:` URL. */
  picture: z.nullable(z.string()),
  identities: storedRows,
  passkeys: storedRows,
  second_step: storedRows,
  recovery_codes: storedRows,
  addresses: storedRows,
  orders: storedRows,
  transactions: storedRows,
  refunds: storedRows,
  tickets: storedRows,
  reviews: storedRows,
  review_votes: storedRows,
  review_reports: storedRows,
  wish_list: storedRows,
  saved_for_later: storedRows,
  named_lists: storedRows,
  alerts: storedRows,
  title_requests: storedRows,
  coupon_uses: storedRows,
  sessions: storedRows,
  devices: storedRows,
  mailed_links: storedRows,
  staff_invitations: storedRows,
  mails: storedRows,
  activity: storedRows,
});
export type AccountExport = z.output<typeof accountExport>;

export const exportAccount = endpoint('exportAccount', {
  summary: 'Everything that is stored of this customer.',
  tag: 'Account',
  access: 'customer',
  needsProof: true,
  rateLimit: 'export',
  response: accountExport,
  status: 200,
  errors: [],
});

export const deleteAccount = endpoint('deleteAccount', {
  summary: 'Delete the account; orders stay for accounting, without the name.',
  tag: 'Account',
  access: 'customer',
  needsProof: true,
  rateLimit: 'sign-in',
  status: 204,
  errors: [],
});

export const address = z.extend(addressFields, {
  id: resourceId,
  phone: z.string(),
  zip: z.string(),
  line2: z.nullable(z.string()),
  is_default: z.boolean(),
});
export type Address = z.output<typeof address>;

export const listAddresses = endpoint('listAddresses', {
  summary: "The customer's addresses, newest first.",
  tag: 'Account',
  access: 'customer',
  rateLimit: 'read',
  response: z.array(address),
  status: 200,
  errors: [],
});

export const saveAddress = endpoint('saveAddress', {
  summary: 'Add an address, or with an id change that one. The first becomes the default.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'write',
  body: saveAddressBody,
  response: savedResource,
  status: 200,
  errors: ['not_found', 'too_many'],
});

export const setDefaultAddress = endpoint('setDefaultAddress', {
  summary: 'Make an address the default; the one before stops being it.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'write',
  body: byId,
  response: savedResource,
  status: 200,
  errors: ['not_found'],
});

export const removeAddress = endpoint('removeAddress', {
  summary: 'Remove an address; orders keep their own copy, the newest left becomes the default.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'write',
  body: byId,
  status: 204,
  errors: ['not_found'],
});

export const followChanges = endpoint('followChanges', {
  summary:
    "Server-sent events: each one's data is a topic of this customer that changed. Ends with the access token or the session; come back with a fresh one, and read again what is on screen.",
  tag: 'Account',
  access: 'customer',
  rateLimit: 'read',
  contentType: 'text/event-stream',
  status: 200,
  errors: [],
});

/** A product id as a string: how the storefront names a wish. */
const objectID = z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'invalid'));

/** What would be bought: the cheapest format in stock, or else that can be ordered, at the member price. */
const wishedOffer = z.object({
  vid: variantId,
  format: z.enum(ALL_FORMATS),
  price: ringgit,
  original_price: ringgit,
  stock: z.int(),
  availability: offer,
});

export const wishedTitle = z.extend(productRow, {
  wished_at: timestamp,
  /** False for a title that left the shop. */
  is_listed: z.boolean(),
  offer: z.nullable(wishedOffer),
  /** The member price when it was added. */
  price_then: ringgit,
  /** Whether an email tells of lower member prices. */
  price_alert: z.boolean(),
  /** By how much the member price fell since; 0 where it did not. */
  drop: ringgit,
});
export type WishedTitle = z.output<typeof wishedTitle>;

export const getWishList = endpoint('getWishList', {
  summary: 'The wished titles, newest first.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'read',
  response: z.object({ items: z.array(objectID) }),
  status: 200,
  errors: [],
});

export const listWishedTitles = endpoint('listWishedTitles', {
  summary: 'The wished titles with price, stock and what became cheaper.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'read',
  query: z.object({ page, limit, sort: z._default(z.enum(WISH_SORTS), '-wished_at') }),
  response: pageOf(wishedTitle),
  status: 200,
  errors: [],
});

export const toggleWish = endpoint('toggleWish', {
  summary: 'Put a title on the wish list, or take it off.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'write',
  body: z.object({ objectID }),
  response: z.object({ objectID, wished: z.boolean() }),
  status: 200,
  errors: ['not_found', 'too_many'],
});

export const setPriceAlert = endpoint('setPriceAlert', {
  summary: 'Turn the emails about a wished title’s lower member prices on or off; one email a day names all titles.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'write',
  body: z.object({ objectID, on: z.boolean() }),
  status: 204,
  errors: ['not_found'],
});

export const addWishes = endpoint('addWishes', {
  summary: 'Put titles on the wish list, as a guest’s at sign-in; answers those that were not on it.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'write',
  body: z.object({ objectIDs: z.array(objectID).check(z.maxLength(MAX_GUEST_WISHES)) }),
  response: z.object({ added: z.array(z.object({ objectID, title: z.string() })) }),
  status: 200,
  errors: ['too_many'],
});
