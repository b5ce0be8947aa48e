import * as z from 'zod/mini';
import { RATINGS, REPORT_REASONS, REVIEW_LANGUAGES } from '#domain/review.ts';
import { MAX_REVIEW_LENGTH } from './options.ts';
import { optionalText, paragraphs } from './schemas.ts';

/** A review as its author writes it; `has_spoilers`: its text is folded. */
export const reviewBody = z.object({
  rating: z.literal(RATINGS, 'required'),
  text: paragraphs(MAX_REVIEW_LENGTH),
  language: z.enum(REVIEW_LANGUAGES),
  has_spoilers: z.boolean(),
});
export type ReviewBody = z.output<typeof reviewBody>;

export const reviewReport = z.object({ reason: z.enum(REPORT_REASONS), note: optionalText(500) });
export type ReviewReport = z.output<typeof reviewReport>;

/** What the shop says below a review, and why it hides one. */
export const reviewReply = paragraphs(2000);
export const hiddenReason = paragraphs(500);
