import { backupVerbs } from './backup.ts';
import { config } from './config.ts';
import { couponVerbs } from './coupon.ts';
import { doctor } from './doctor.ts';
import { exportCsv } from './export-csv.ts';
import { importCsv } from './import-csv.ts';
import { mailVerbs } from './mail.ts';
import { migrate } from './migrate.ts';
import { orderVerbs } from './order.ts';
import { paymentVerbs } from './payment.ts';
import { refundVerbs } from './refund.ts';
import { reindex } from './reindex.ts';
import { seed } from './seed.ts';
import { ticketVerbs } from './ticket.ts';
import { userVerbs } from './user.ts';
import type { Verb } from './verb.ts';

/** Every verb of the operator, in the order of the help. */
export const VERBS: readonly Verb[] = [
  migrate,
  seed,
  config,
  doctor,
  importCsv,
  exportCsv,
  reindex,
  ...orderVerbs,
  ...ticketVerbs,
  ...refundVerbs,
  ...paymentVerbs,
  ...couponVerbs,
  ...userVerbs,
  ...mailVerbs,
  ...backupVerbs,
];
