import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { addressFields, byId, opaqueId } from './shapes.ts';

const address = z.extend(addressFields, {
  id: opaqueId,
  zip: z.string(),
  line2: z.nullable(z.string()),
  is_default: z.boolean(),
});
export type Address = z.output<typeof address>;
export type AddressFields = z.output<typeof addressFields>;

/** How many a customer may save. */
export const MOST_ADDRESSES = 50;

export const listAddresses = endpoint({
  method: 'GET',
  path: '/customer/address',
  summary: "The customer's addresses, newest first.",
  tag: 'Account',
  access: 'customer',
  limit: 'none',
  answer: z.array(address),
  answers: 200,
  refusals: [],
});

export const saveAddress = endpoint({
  method: 'POST',
  path: '/customer/address/add',
  summary: 'Add an address, or with an id change that one. The first becomes the default.',
  tag: 'Account',
  access: 'customer',
  limit: 'write',
  body: z.extend(addressFields, { id: z.optional(opaqueId) }),
  answer: byId,
  answers: 200,
  refusals: ['not_found', 'too_many'],
});

export const setDefaultAddress = endpoint({
  method: 'POST',
  path: '/customer/address/set-default',
  summary: 'Make an address the default; the one before stops being it.',
  tag: 'Account',
  access: 'customer',
  limit: 'write',
  body: byId,
  answer: byId,
  answers: 200,
  refusals: ['not_found'],
});

export const removeAddress = endpoint({
  method: 'POST',
  path: '/api/address/remove',
  summary: 'Remove an address; orders keep their own copy, the newest left becomes the default.',
  tag: 'Account',
  access: 'customer',
  limit: 'write',
  body: byId,
  answers: 204,
  refusals: ['not_found'],
});
