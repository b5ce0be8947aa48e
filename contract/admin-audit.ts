import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { day, limit, timestamp } from './schemas.ts';

const exactly = z.optional(z.string().check(z.trim(), z.maxLength(200)));

/** Who, what and about what to the letter; days in Malaysia, both included. */
const filter = { who: exactly, what: exactly, about: exactly, from: z.optional(day), to: z.optional(day) };

/** The place of an entry in the trail: `chain.position`. */
const place = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d{1,15}$/));

const values = z.nullable(z.record(z.string(), z.unknown()));

const auditRow = z.object({
  id: z.string(),
  at: timestamp,
  /** By name, or `operator`; then `user` is who they are to the operating system. */
  who: z.string(),
  user: z.nullable(z.string()),
  what: z.string(),
  about: z.string(),
  ip: z.nullable(z.string()),
  /** Of a change: the values before and after it. */
  before: values,
  after: values,
});
export type AuditRow = z.output<typeof auditRow>;

export const listAuditEntries = endpoint('listAuditEntries', {
  summary: 'What staff and operators did, newest first, and the names and actions that occur in it.',
  tag: 'Back office',
  access: 'staff',
  permission: 'audit.read',
  rateLimit: 'read',
  query: z.object({ ...filter, before: z.optional(place), limit }),
  response: z.object({
    rows: z.array(auditRow),
    next: z.nullable(z.string()),
    people: z.array(z.string()),
    actions: z.array(z.string()),
  }),
  status: 200,
  errors: [],
});

export const exportAuditEntries = endpoint('exportAuditEntries', {
  summary: 'The same as CSV, all of it. Needs a fresh proof of identity.',
  tag: 'Back office',
  access: 'staff',
  permission: 'audit.read',
  needsProof: true,
  rateLimit: 'export',
  query: z.object(filter),
  contentType: 'text/csv; charset=utf-8',
  status: 200,
  errors: [],
});
