import type { Locale } from './locale.ts';

/** `hidden` by the shop; `resubmitted`: the author has changed a hidden review, which waits for the shop again. */
export const REVIEW_STATES = ['published', 'hidden', 'resubmitted'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** What is done to a review: the author edits, the staff hides and restores. */
export const REVIEW_ACTIONS = ['edit', 'hide', 'restore'] as const;
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];

const REVIEW_TRANSITIONS: Record<ReviewAction, Partial<Record<ReviewState, ReviewState>>> = {
  edit: { hidden: 'resubmitted' },
  hide: { published: 'hidden', resubmitted: 'hidden' },
  restore: { hidden: 'published', resubmitted: 'published' },
};

/** The state of a review after an action, or undefined if it does not change. */
export function nextReviewState(action: ReviewAction, from: ReviewState): ReviewState | undefined {
  return REVIEW_TRANSITIONS[action][from];
}

/** What staff decide about reviews, many at once: `dismiss` their open reports, the reviews stay as they are. */
export const REVIEW_DECISIONS = ['dismiss', 'restore', 'hide'] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** So many reviews are decided in one request. */
export const BULK_REVIEWS = 100;

/** Whether there is anything to decide: no report is dismissed twice, nothing hidden is hidden. */
export function canDecideReview(decision: ReviewDecision, state: ReviewState, openReports: number): boolean {
  return decision === 'dismiss' ? openReports > 0 : nextReviewState(decision, state) !== undefined;
}

/** From one star to five. */
export const RATINGS = [1, 2, 3, 4, 5] as const;
export type Rating = (typeof RATINGS)[number];

/** The languages that a review may be in, by their codes: those of the shop and of its readers. */
export const REVIEW_LANGUAGES = [
  'en',
  'ms',
  'zh',
  'ta',
  'ar',
  'de',
  'es',
  'fa',
  'fr',
  'hi',
  'id',
  'ja',
  'ko',
  'nl',
  'pt',
] as const;
export type ReviewLanguage = (typeof REVIEW_LANGUAGES)[number];

/** Why readers report a review. */
export const REPORT_REASONS = ['abusive', 'spam', 'spoiler', 'off_topic', 'personal_data', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Days from the delivery of an order to the email that invites its customer to review it. */
export const INVITATION_DAYS = 14;

/** The orders of these states have bought their titles: the copies are on their way or there. */
export const REVIEWABLE_ORDER_STATES = ['shipped', 'delivered'] as const;

/** The average of ratings to one decimal. */
export function averageRating({ sum, count }: { sum: number; count: number }): number {
  return Math.round((10 * sum) / count) / 10;
}

const AVERAGE_FORMATS = new Map<Locale, Intl.NumberFormat>();

/** An average with one decimal, as a language writes it: `4.3`, `4,3`, `۴٫۳`. */
export function formatAverage(average: number, locale: Locale): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const known = AVERAGE_FORMATS.get(locale) ?? new Intl.NumberFormat(locale, digits);
  AVERAGE_FORMATS.set(locale, known);
  return known.format(average);
}

/**
 * The name that readers see of a reviewer: the first name and the initial of the last. A name of Chinese characters without
 * spaces is a family name and a given name, of which the family name is shown; of an email address, its first character.
 */
export function reviewerName(displayName: string): string {
  const name = displayName.trim();
  if (name.includes('@')) return `${firstCharacter(name)}…`;
  const words = name.split(/\s+/);
  const [first = '', last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  if (last !== undefined) return `${first} ${firstCharacter(last)}.`;
  return /^\p{Script=Han}{2,}$/u.test(first) ? `${firstCharacter(first)}…` : first;
}

function firstCharacter(text: string): string {
  return [...text][0] ?? '';
}
