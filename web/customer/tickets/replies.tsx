import { useTranslations } from 'use-intl';
import type { TicketMove, TicketReply } from '#contract/tickets.ts';
import { useMoment } from './use-moment.ts';
import type { Conversation } from './use-ticket.ts';

/** The id of a reply that the server has not confirmed yet. */
export const BEING_SENT = 'being-sent';

type Entry = { at: string; key: string } & (
  | { reply: TicketReply }
  | { moved: 'closed' | 'reopened'; by: TicketMove['by'] }
);

/** What was written and done in a ticket, oldest first; what comes from the shop is read out as it comes. */
export function Replies({ conversation }: { conversation: Conversation }) {
  const t = useTranslations('area.tickets');
  return (
    <div role="log" aria-label={t('conversation')}>
      <ol className="replies">
        {entriesOf(conversation).map((entry) =>
          'reply' in entry ? (
            <Reply key={entry.key} reply={entry.reply} />
          ) : (
            <Moved key={entry.key} moved={entry.moved} by={entry.by} at={entry.at} />
          ),
        )}
      </ol>
    </div>
  );
}

/** Messages, and between them where the ticket was closed and opened again. */
function entriesOf({ ticket, replies }: Conversation): Entry[] {
  const moves = ticket.timeline.flatMap(({ status, by, at }, index): Entry[] => {
    const isReopened = ticket.timeline[index - 1]?.status === 'closed';
    if (status !== 'closed' && !isReopened) return [];
    return [{ at, key: `${status} ${at}`, moved: status === 'closed' ? 'closed' : 'reopened', by }];
  });
  const written = replies.map((reply) => ({ at: reply.at, key: reply.id, reply }));
  return [...moves, ...written].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function Moved({ moved, by, at }: { moved: 'closed' | 'reopened'; by: TicketMove['by']; at: string }) {
  const t = useTranslations('area.tickets');
  const moment = useMoment();
  return (
    <li className="ticket-moved">
      <span>{t(`${moved}By.${by}`)}</span> <time dateTime={at}>{moment(at)}</time>
    </li>
  );
}

/** One's own words are not read out again. */
function Reply({ reply }: { reply: TicketReply }) {
  const t = useTranslations('area.tickets');
  const moment = useMoment();
  return (
    <li className={`reply is-${reply.author}`} aria-live={reply.author === 'customer' ? 'off' : undefined}>
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
    </li>
  );
}
