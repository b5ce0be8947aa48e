import type { ImportReason } from '#domain/catalogue/import-run.ts';
import { evaluateOffer, isDescribed, type HeldBack } from './offer.ts';
import type { Message } from './open-message.ts';
import type { Plan } from './plan-records.ts';
import type { IncomingRecord } from './read-batches.ts';

/**
 * A sentence about a record: `quarantined` was not taken, `held_back` is stored but not sold, `review` is for the operator to
 * look at, `note` was taken with a change.
 */
export type OnixIssue = {
  file: string;
  line: number;
  reference: string;
  kind: 'quarantined' | 'held_back' | 'review' | 'note';
  code: ImportReason;
  reason: string;
};

export type OnixCounts = Record<Exclude<Plan['kind'], 'rejected' | 'confirmed'> | 'read' | 'quarantined', number> & {
  held_back: Partial<Record<HeldBack, number>>;
  /** How often each code came that the shop does not know. */
  unknown_codes: Record<string, number>;
};

export type Tallying = { counts: OnixCounts; today: string; onIssue: (issue: OnixIssue) => void };

/** Counts what becomes of a record, and reports what is to be said of it. */
export function tally(plan: Plan, message: Message, { counts, today, onIssue }: Tallying): void {
  const { incoming, kind } = plan;
  const say = (about: Omit<OnixIssue, 'file' | 'line' | 'reference'>) => onIssue(issueOf(message, incoming, about));
  if (kind === 'rejected') {
    counts.quarantined += 1;
    return say({ kind: 'quarantined', code: plan.code, reason: plan.reason });
  }
  counts[kind === 'confirmed' ? 'unchanged' : kind] += 1;
  for (const code of incoming.unknownCodes) counts.unknown_codes[code] = (counts.unknown_codes[code] ?? 0) + 1;
  for (const reason of incoming.notes) say({ kind: 'note', code: 'corrected', reason });
  if (kind !== 'added' && kind !== 'changed') return;
  if (plan.stored?.messageHash === message.hash) say({ kind: 'note', code: 'repeated', reason: REPEATED });
  if (!isDescribed(plan.record)) return;
  const { heldBack, prices } = evaluateOffer(plan.record, today);
  if (heldBack !== null) {
    counts.held_back[heldBack] = (counts.held_back[heldBack] ?? 0) + 1;
    say({ kind: 'held_back', code: heldBack, reason: HELD_BACK_REASONS[heldBack] });
  }
  if (prices?.uncapped != null) say({ kind: 'note', code: 'capped', reason: CAPPED });
}

const REPEATED = 'An earlier record of this message has the same reference; this later one is used.';
const CAPPED = 'Its price for members is above the list price; it was lowered to that.';

const HELD_BACK_REASONS: Record<HeldBack, string> = {
  no_format: 'Its ProductForm is none that the shop sells.',
  no_price: 'It has no price in MYR for Malaysia that readers pay and that is valid today.',
  no_rights: 'Its sales rights do not include Malaysia.',
  withdrawn: 'Its publisher has cancelled, withdrawn or recalled it.',
  not_sold: 'Its supplier does not sell it (ProductAvailability).',
};

/** What is said of a record of a message. */
export function issueOf(
  { name }: Message,
  { line, reference }: IncomingRecord,
  about: Omit<OnixIssue, 'file' | 'line' | 'reference'>,
): OnixIssue {
  return { file: name, line, reference, ...about };
}

export function emptyCounts(): OnixCounts {
  const kinds = { added: 0, changed: 0, delisted: 0, unchanged: 0, outdated: 0, ignored: 0 };
  return { read: 0, quarantined: 0, ...kinds, held_back: {}, unknown_codes: {} };
}
