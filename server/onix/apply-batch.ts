import { refusalReason } from '../catalogue/import-products.ts';
import { queueTexts } from '../catalogue/search-texts.ts';
import { writeAtOnce, type ImportConnections } from '../catalogue/write-at-once.ts';
import { findChanges, splitChanges, writeChanges, type Changes } from './apply-plans.ts';
import { issueOf, type OnixIssue } from './import-issues.ts';
import type { Message } from './open-message.ts';
import { planRecords, type Plan } from './plan-records.ts';
import type { IncomingRecord } from './read-batches.ts';

type BatchContext = {
  batch: readonly IncomingRecord[];
  /** The day in Malaysia. */
  today: string;
  actor: string;
  onIssue: (issue: OnixIssue) => void;
};

/**
 * Imports a batch, a record whole or not at all. Records that the database refuses together are halved until the one is found
 * whose fault it is.
 */
export async function applyBatch(
  connections: ImportConnections,
  message: Message,
  { batch, ...context }: BatchContext,
): Promise<Plan[]> {
  if (batch.length === 0) return [];
  const { plans, refused } = await tryBatch(connections, message, { batch, ...context });
  if (refused.size === 0) return plans;
  const again = batch.filter((one) => refused.has(one));
  const [first, ...others] = again;
  const middle = again.length >> 1;
  const settled =
    others.length === 0
      ? [rejectedPlan(first!, refused.get(first!)!)]
      : [
          ...(await applyBatch(connections, message, { batch: again.slice(0, middle), ...context })),
          ...(await applyBatch(connections, message, { batch: again.slice(middle), ...context })),
        ];
  const byRecord = new Map([...plans, ...settled].map((plan) => [plan.incoming, plan]));
  return batch.map((one) => byRecord.get(one)!);
}

function rejectedPlan(incoming: IncomingRecord, reason: string): Plan {
  return { kind: 'rejected', code: 'refused', reason, incoming, stored: undefined };
}

/** What became of a batch's records, and why the database refused the others, each alone or with others. */
type Tried = { plans: Plan[]; refused: ReadonlyMap<IncomingRecord, string> };

async function tryBatch(
  connections: ImportConnections,
  message: Message,
  { batch, today, actor, onIssue }: BatchContext,
): Promise<Tried> {
  let plans: Plan[] = [];
  const reviews: { plan: Plan; reason: string }[] = [];
  const onReview = (plan: Plan, reason: string) => void reviews.push({ plan, reason });
  try {
    const { refused: parts } = await writeAtOnce<Changes, void>(connections, {
      editor: { actor, source: message.name },
      findParts: async (tx, count) => {
        plans = await planRecords(tx, message, { batch });
        const writing = plans.filter(({ kind }) => WRITING.has(kind));
        if (writing.length === 0) return [];
        return splitChanges(await findChanges(tx, message, { plans: writing, today, onReview }), count);
      },
      writePart: (tx, changes) => writeChanges(tx, message, { changes, today, writeTexts: queueTexts }),
    });
    const refused = new Map(
      parts.flatMap(({ part, reason }) => [...part.touched.keys()].map(({ incoming }) => [incoming, reason])),
    );
    for (const { plan, reason } of reviews)
      if (!refused.has(plan.incoming))
        onIssue(issueOf(message, plan.incoming, { kind: 'review', code: 'review', reason }));
    return { plans: plans.filter(({ incoming }) => !refused.has(incoming)), refused };
  } catch (error) {
    const reason = refusalReason(error);
    if (reason === undefined) throw error;
    return { plans: [], refused: new Map(batch.map((one) => [one, reason])) };
  }
}

const WRITING: ReadonlySet<Plan['kind']> = new Set(['added', 'changed', 'delisted', 'confirmed']);
