import * as z from 'zod/mini';
import { ORDER_STATES } from '#domain/orders/order.ts';
import { STAFF_ROLES } from '#domain/staff.ts';
import { TICKET_STATES } from '#domain/ticket.ts';
import { accountExport, activity, address } from './account.ts';
import { pageQuery, rowsOf } from './admin-lists.ts';
import { endpoint } from './endpoint.ts';
import { byId, emailAddress, locale, opaqueId, resourceId, ringgit, timestamp } from './schemas.ts';

/** The longest text that customers are searched by. */
const SEARCH_LENGTH = 254;

const search = z.optional(z.string().check(z.trim(), z.maxLength(SEARCH_LENGTH)));

const customerRow = z.object({
  id: resourceId,
  email: z.string(),
  username: z.nullable(z.string()),
  name: z.string(),
  phone: z.nullable(z.string()),
  status: z.enum(['active', 'not_activated', 'deleted']),
  created_at: timestamp,
});
export type CustomerRow = z.output<typeof customerRow>;

export const listAllCustomers = endpoint('listAllCustomers', {
  summary: 'Customers, the newest first; `q` is the beginning of a name, email address, username or phone number.',
  tag: 'Back office',
  access: 'staff',
  permission: 'customers.read',
  rateLimit: 'read',
  query: z.extend(pageQuery, { q: search }),
  response: rowsOf(customerRow),
  status: 200,
  errors: [],
});

export const exportCustomers = endpoint('exportCustomers', {
  summary: 'The same as CSV, all that were not deleted, with what they paid. Needs a fresh proof of identity.',
  tag: 'Back office',
  access: 'staff',
  permission: 'customers.write',
  needsProof: true,
  rateLimit: 'export',
  query: z.object({ q: search }),
  contentType: 'text/csv; charset=utf-8',
  status: 200,
  errors: [],
});

const orderOfCustomer = z.object({
  number: z.string(),
  status: z.enum(ORDER_STATES),
  placed_at: timestamp,
  payable: ringgit,
});

export const getAnyCustomer = endpoint('getAnyCustomer', {
  summary: 'One customer with their newest orders, tickets, emails, devices and activity; never a password.',
  tag: 'Back office',
  access: 'staff',
  permission: 'customers.read',
  rateLimit: 'read',
  params: byId,
  response: z.extend(customerRow, {
    locale,
    /** `password`, or the identity provider's name. */
    signs_in_by: z.string(),
    staff_role: z.nullable(z.enum(STAFF_ROLES)),
    addresses: z.array(address),
    orders: z.array(orderOfCustomer),
    tickets: z.array(
      z.object({ number: z.string(), subject: z.string(), status: z.enum(TICKET_STATES), updated_at: timestamp }),
    ),
    emails: z.array(
      z.object({ id: resourceId, subject: z.string(), at: timestamp, status: z.enum(['queued', 'sent', 'failed']) }),
    ),
    sessions: z.array(z.object({ id: resourceId, last_seen_at: timestamp, user_agent: z.string(), ip: z.string() })),
    activity: z.array(activity),
  }),
  status: 200,
  errors: ['not_found'],
});
export type AnyCustomer = z.output<typeof getAnyCustomer.response>;

export const resendCustomerActivation = endpoint('resendCustomerActivation', {
  summary: 'Email the link that activates an account once more.',
  tag: 'Back office',
  access: 'staff',
  permission: 'customers.write',
  rateLimit: 'write',
  body: byId,
  status: 204,
  errors: ['not_found', 'too_late'],
});

export const endCustomerSessions = endpoint('endCustomerSessions', {
  summary: 'Sign a customer out everywhere.',
  tag: 'Back office',
  access: 'staff',
  permission: 'customers.write',
  rateLimit: 'write',
  body: byId,
  status: 204,
  errors: ['not_found'],
});

export const correctCustomerEmail = endpoint('correctCustomerEmail', {
  summary:
    'Correct the email address of a customer: it changes once the link that the new address gets is opened; the old one gets a notice. Needs a fresh proof of identity.',
  tag: 'Back office',
  access: 'staff',
  permission: 'customers.write',
  needsProof: true,
  rateLimit: 'write',
  body: z.object({ id: opaqueId, email: emailAddress }),
  status: 204,
  errors: ['not_found', 'email_taken', 'too_late'],
});

export const exportCustomer = endpoint('exportCustomer', {
  summary: 'Everything that is stored of a customer, on their request. Needs a fresh proof of identity.',
  tag: 'Back office',
  access: 'staff',
  permission: 'customers.write',
  needsProof: true,
  rateLimit: 'export',
  body: byId,
  response: accountExport,
  status: 200,
  errors: ['not_found'],
});

export const deleteCustomer = endpoint('deleteCustomer', {
  summary:
    'Delete a customer’s account on their request; `email` is typed to confirm it. Not for an account of the staff. Needs a fresh proof of identity.',
  tag: 'Back office',
  access: 'staff',
  permission: 'customers.write',
  needsProof: true,
  rateLimit: 'write',
  body: z.object({ id: opaqueId, email: emailAddress }),
  status: 204,
  errors: ['not_found', 'too_late'],
});

export const getCustomerHistory = endpoint('getCustomerHistory', {
  summary:
    'What whoever has an email address bought, as a customer or guest, and what they asked back: counted over their newest orders, at most 500.',
  tag: 'Back office',
  access: 'staff',
  permission: 'orders.read',
  rateLimit: 'read',
  params: z.object({ email: emailAddress }),
  response: z.object({
    /** Null for a guest. */
    customer_id: z.nullable(resourceId),
    orders: z.int(),
    spent: ringgit,
    refunds: z.int(),
    declined: z.int(),
    claims: z.int(),
    recent: z.array(orderOfCustomer),
  }),
  status: 200,
  errors: [],
});
export type CustomerHistory = z.output<typeof getCustomerHistory.response>;
