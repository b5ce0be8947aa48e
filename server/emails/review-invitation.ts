import { OWN_REVIEWS_PATH, reviewFormPath } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';
import type { Deps } from '../context.ts';
import { getTranslator } from '../translations.ts';
import { buttonBlock, isolateDirection, textBlock, type EmailContent, type EmailOrderLine } from './email-content.ts';
import { unsubscribeUrl } from './links.ts';
import type { OrderEmailData, OrderEmailLine, OrderWithLines } from './order-email-data.ts';

type InvitedTitle = Pick<OrderEmailLine, 'title' | 'format' | 'picture'>;

/** The titles of a delivered order that wait for a review. The subject is rendered without them and the links. */
export type ReviewInvitationData = {
  number: string;
  titles?: readonly InvitedTitle[];
  link?: string;
  unsubscribe?: string;
};

/** What its row stores: the lines of the order that wait for a review. */
export type StoredReviewInvitation = { number: string; lineIds: readonly string[] };

type InvitedOrder = { order: OrderWithLines; orderData: OrderEmailData; locale: Locale };

/** A single title leads to its form, several to the list of those that wait. */
export function reviewInvitationData(
  { number, lineIds }: StoredReviewInvitation,
  deps: Pick<Deps, 'authSecret' | 'publicUrl'>,
  { order, orderData: { lines = [] }, locale }: InvitedOrder,
): ReviewInvitationData {
  const invited = order.lines.filter(({ id }) => lineIds.includes(id));
  const titles = lines.filter((_, index) => invited.includes(order.lines[index]!));
  const path = invited.length === 1 ? reviewFormPath(invited[0]!.productId) : OWN_REVIEWS_PATH;
  const unsubscribe = unsubscribeUrl(deps, { customerId: order.customerId ?? '', locale });
  return { number, titles, link: deps.publicUrl + path, unsubscribe };
}

export function reviewInvitationEmail(
  { number, titles = [], link = '', unsubscribe = '' }: ReviewInvitationData,
  locale: Locale,
  shop: string,
): EmailContent {
  const t = getTranslator(locale);
  return {
    subject: t('server.emails.review_invitation.subject', { shop }),
    blocks: [
      textBlock(t('server.emails.review_invitation.text', { number })),
      { type: 'orderLines', lines: titles.map((one) => emailLineOf(one, locale)) },
      buttonBlock(t('server.emails.review_invitation.button'), link),
      textBlock(t('server.emails.review_invitation.stop')),
      { type: 'link', text: t('server.emails.review_invitation.unsubscribe'), link: unsubscribe },
    ],
    unsubscribe,
  };
}

function emailLineOf({ title, format, picture }: InvitedTitle, locale: Locale): EmailOrderLine {
  const line = { title: isolateDirection(title, locale), details: format, cost: '', notes: [] };
  return picture === undefined ? line : { ...line, picture };
}
