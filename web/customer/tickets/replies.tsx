import { useTranslations } from 'use-intl';
import type { TicketReply } from '#contract/tickets.ts';
import { useDayAndTime } from '../use-day.ts';

/** The id of a reply that the server has not confirmed yet. */
export const BEING_SENT = 'being-sent';

/** What was written in a ticket, oldest first. */
export function Replies({ replies }: { replies: readonly TicketReply[] }) {
  return (
    <ol className="replies">
      {replies.map((reply) => (
        <li key={reply.id} className={`reply is-${reply.author}`}>
          <Reply reply={reply} />
        </li>
      ))}
    </ol>
  );
}

function Reply({ reply }: { reply: TicketReply }) {
  const t = useTranslations('customer.tickets');
  const moment = useDayAndTime();
  return (
    <>
      <p className="reply-head">
        <b>
          <bdi>{reply.name}</bdi>
        </b>
        {reply.author === 'staff' && <span className="tag">{t('staff')}</span>}
        {reply.id === BEING_SENT ? (
          <small role="status">{t('sending')}</small>
        ) : (
          <time dateTime={reply.at}>{moment(reply.at)}</time>
        )}
      </p>
      <p className="reply-text" dir="auto">
        {reply.message}
      </p>
    </>
  );
}
