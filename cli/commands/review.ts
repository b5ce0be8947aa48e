import { hiddenReason, reviewReply } from '#contract/review-forms.ts';
import { REVIEW_STATES } from '#domain/review.ts';
import { dismissReports, hideReview, replyToReview, restoreReview } from '../../server/reviews/moderation.ts';
import {
  listAllReviews,
  requireReview,
  type ReviewDetails,
  type ReviewSummary,
} from '../../server/reviews/staff-queries.ts';
import type { Services } from '../../server/services.ts';
import {
  actorOption,
  CommandError,
  limitOption,
  orNotFound,
  readActor,
  readChoice,
  readLimit,
  type Command,
  type CommandInput,
} from '../command.ts';
import { formatFields, formatTable, formatTime, stripControls } from '../output.ts';
import { showCommand, transitionCommand } from '../resource-commands.ts';

const listReviewsCommand: Command = {
  name: 'review list',
  summary: 'List the reviews, newest first.',
  options: {
    state: { placeholder: 'STATE', summary: `Only those that are ${REVIEW_STATES.join(', ')}.` },
    reported: { summary: 'Only those with open reports.' },
    ...limitOption,
  },
  requires: 'shop',
  run: async (input, { deps: { db } }) => {
    const items = await listAllReviews(db, {
      limit: readLimit(input),
      state: readChoice(input, 'state', REVIEW_STATES),
      isReported: input.options.reported === true,
    });
    return { text: formatTable(items.map(formatRow)) || 'There are no such reviews.', data: items };
  },
};

export const reviewCommands: readonly Command[] = [
  listReviewsCommand,
  showCommand({
    name: 'review show',
    summary: 'Show a review with its reports and status changes.',
    arg: 'ID',
    find: findReview,
    format: formatReview,
  }),
  transitionCommand({
    name: 'review hide',
    summary: 'Hide a review from readers. Its author sees REASON and may change it; its reports are resolved.',
    options: actorOption,
    arg: 'ID',
    moreArgs: ['REASON'],
    find: findReview,
    readInput: (input) => ({ actor: readActor(input), reason: readText(input, hiddenReason, 'REASON', '500') }),
    run: ({ deps }, { id }, { actor, reason }) => hideReview(deps, { id, actor, reason }),
    tooLate: () => 'The review is hidden already.',
    done: ({ id }) => `The review ${id} is now hidden.`,
  }),
  transitionCommand({
    name: 'review restore',
    summary: 'Publish a hidden or resubmitted review again.',
    options: actorOption,
    arg: 'ID',
    find: findReview,
    readInput: readActor,
    run: ({ deps }, { id }, actor) => restoreReview(deps, { id, actor }),
    tooLate: () => 'The review is published already.',
    done: ({ id }) => `The review ${id} is now published.`,
  }),
  transitionCommand({
    name: 'review reply',
    summary: "Set the shop's reply below a review, in place of an earlier one.",
    arg: 'ID',
    moreArgs: ['TEXT'],
    find: findReview,
    readInput: (input) => readText(input, reviewReply, 'TEXT', '2,000'),
    run: ({ deps }, { id }, reply) => replyToReview(deps, { id, reply }),
    done: ({ id }) => `The reply to the review ${id} is published.`,
  }),
  transitionCommand({
    name: 'review dismiss',
    summary: 'Dismiss the open reports of a review, which stays as it is.',
    arg: 'ID',
    find: findReview,
    run: ({ deps }, { id }) => dismissReports(deps, id),
    done: ({ id }, count) => `The review ${id} had ${count} open ${count === 1 ? 'report' : 'reports'}, now dismissed.`,
  }),
];

const EXCERPT_LENGTH = 60;

function formatRow({ id, status, rating, product, text, open_reports: reports, created_at }: ReviewSummary) {
  const excerpt = text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)}…` : text;
  return { id, status, stars: rating, title: product.title, text: excerpt, reports, written: formatTime(created_at) };
}

function findReview({ deps: { db } }: Services, id: string): Promise<ReviewDetails> {
  return orNotFound(`There is no review ${id}.`, requireReview(db, id));
}

/** The second argument. Throws {@link CommandError} unless it is some text within its limit. */
function readText({ args: [, text] }: CommandInput, shape: typeof reviewReply, name: string, max: string): string {
  const parsed = shape.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new CommandError(`${name} takes 1 to ${max} characters, without control characters.`);
}

function formatReview(review: ReviewDetails): string {
  const fields = formatFields({
    Review: review.id,
    Status: review.status,
    Reason: review.hidden_reason,
    Stars: review.rating,
    Title: `${review.product.title} (${review.product.id})`,
    Email: review.email,
    Language: review.language,
    Spoilers: review.has_spoilers ? 'yes' : null,
    Helpful: review.helpful,
    Written: formatTime(review.created_at),
  });
  const timeline = formatTable(
    review.timeline.map(({ status, actor, note, at }) => ({ status, by: actor, note: note ?? '', at: formatTime(at) })),
  );
  const reports = formatTable(
    review.reports.map(({ reason, note, at, resolved_at }) => ({
      report: reason,
      note,
      at: formatTime(at),
      resolved: formatTime(resolved_at),
    })),
  );
  const reply = review.reply === null ? '' : `Reply of the shop:\n${indent(review.reply)}`;
  return [fields, indent(review.text), reply, timeline, reports].filter(Boolean).join('\n\n');
}

function indent(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => `  ${stripControls(line)}`.trimEnd())
    .join('\n');
}
