import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { TicketReply, TicketWithTimeline, TicketEvent } from '#contract/tickets.ts';
import { newReply, type NewReply } from '#contract/forms.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { useTranslations } from 'use-intl';
import { useRelativeDateFormat } from './ticket-summary.tsx';
import { Form, TextAreaField } from '../../forms/form.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { saveDraft, readDraft } from '../../forms/drafts.ts';
import { nextTicketState } from '#domain/ticket.ts';
import { storedProfile } from '../../browser/session.ts';
import { useOptimisticMutation } from '../page/use-optimistic-mutation.ts';

/** A ticket with its replies. */
export type Conversation = { ticket: TicketWithTimeline; replies: TicketReply[] };

export function ticketKey(id: string): QueryKey {
  return ['ticket', id];
}

/**
 * One ticket. It is marked as read before its replies are fetched, so that no reply is marked as read unseen. The lists,
 * which show the mark, are invalidated.
 */
export function useTicket(id: string) {
  const queries = useQueryClient();
  const conversation = useQuery({
    queryKey: ticketKey(id),
    queryFn: async ({ signal }): Promise<Conversation> => {
      const ticket = await sendRequest('getTicket', { body: { id }, signal });
      return { ticket, replies: await sendRequest('listTicketReplies', { body: { id }, signal }) };
    },
  });
  const written = conversation.data?.replies.length;
  useEffect(() => {
    if (written !== undefined) void queries.invalidateQueries({ queryKey: ['tickets'] });
  }, [written, queries]);
  return conversation;
}

/** The id of a reply that is being sent. */
export const PENDING_REPLY_ID = 'being-sent';

type TimelineEntry = { at: string; key: string } & (
  | { reply: TicketReply }
  | { moved: 'closed' | 'reopened'; by: TicketEvent['by'] }
);

/** The timeline of a ticket, oldest first; replies of the shop are announced to screen readers. */
export function Replies({ conversation }: { conversation: Conversation }) {
  const t = useTranslations('area.tickets');
  return (
    <div role="log" aria-label={t('conversation')}>
      <ol className="replies">
        {timelineOf(conversation).map((entry) =>
          'reply' in entry ? (
            <Reply key={entry.key} reply={entry.reply} />
          ) : (
            <StatusChange key={entry.key} moved={entry.moved} by={entry.by} at={entry.at} />
          ),
        )}
      </ol>
    </div>
  );
}

/** Replies, and between them the status changes. */
function timelineOf({ ticket, replies }: Conversation): TimelineEntry[] {
  const changes = ticket.timeline.flatMap(({ status, by, at }, index): TimelineEntry[] => {
    const isReopened = ticket.timeline[index - 1]?.status === 'closed';
    if (status !== 'closed' && !isReopened) return [];
    return [{ at, key: `${status} ${at}`, moved: status === 'closed' ? 'closed' : 'reopened', by }];
  });
  const written = replies.map((reply) => ({ at: reply.at, key: reply.id, reply }));
  return [...changes, ...written].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function StatusChange({ moved, by, at }: { moved: 'closed' | 'reopened'; by: TicketEvent['by']; at: string }) {
  const t = useTranslations('area.tickets');
  const moment = useRelativeDateFormat();
  return (
    <li className="ticket-status-change">
      <span>{t(`${moved}By.${by}`)}</span> <time dateTime={at}>{moment(at)}</time>
    </li>
  );
}

/** The customer's own replies are not announced. */
function Reply({ reply }: { reply: TicketReply }) {
  const t = useTranslations('area.tickets');
  const moment = useRelativeDateFormat();
  return (
    <li className={`reply is-${reply.author}`} aria-live={reply.author === 'customer' ? 'off' : undefined}>
      <p className="reply-head">
        <b>
          <bdi>{reply.name}</bdi>
        </b>
        {reply.author === 'staff' && <span className="tag">{t('staff')}</span>}
        {reply.id === PENDING_REPLY_ID ? (
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

/** The reply form. The draft is kept until the reply is accepted: a rejected one returns to the field. */
export function ReplyForm({ conversation }: { conversation: Conversation }) {
  const t = useTranslations('area.tickets');
  const { form, submit, isSending } = useReplyForm(conversation);
  return (
    <Form form={form} submit={submit}>
      <TextAreaField name="message" label={t('reply')} maxLength={10_000} dir="auto" />
      <button className="button" aria-disabled={isSending}>
        {isSending ? t('sending') : t('send')}
      </button>
    </Form>
  );
}

function useReplyForm(conversation: Conversation) {
  const { id } = conversation.ticket;
  const drafts = { typed: `reply:${id}`, sent: `reply-sent:${id}` };
  const form = useContractForm<NewReply>(
    newReply,
    { parent: id, message: initialMessage(conversation, drafts) },
    'onSubmit',
  );
  const { mutateAsync, isPending: isSending } = useReply(id);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDraft(`reply:${id}`, values.message),
      }),
    [form, id],
  );
  const settle = (unsent: string) => {
    saveDraft(drafts.sent, '');
    const message = joinMessages(unsent, form.getValues('message'));
    form.setValue('message', message);
    saveDraft(drafts.typed, message);
  };
  const submit = form.handleSubmit(async (body) => {
    if (isSending) return;
    saveDraft(drafts.sent, body.message);
    form.setValue('message', '');
    form.setFocus('message');
    await mutateAsync(body).then(
      () => settle(''),
      () => settle(body.message),
    );
  });
  return { form, submit, isSending };
}

/** The draft, with the reply that was being sent when the page was closed, unless it arrived. */
function initialMessage({ replies }: Conversation, drafts: { typed: string; sent: string }): string {
  const sent = readDraft(drafts.sent);
  const isSent = replies.at(-1)?.message === sent;
  return joinMessages(isSent ? '' : sent, readDraft(drafts.typed));
}

function joinMessages(...texts: string[]): string {
  return texts.filter(Boolean).join('\n\n');
}

/** Sends a reply, which is shown at once and removed again when it is rejected. */
export function useReply(ticketId: string) {
  return useOptimisticMutation<Conversation, NewReply>({
    queryKey: ticketKey(ticketId),
    send: (body) => sendRequest('addTicket', { body }),
    update: ({ ticket, replies }, { message }) => ({
      ticket: { ...ticket, status: nextTicketState('reply', ticket.status) ?? ticket.status },
      replies: [...replies, pendingReply(message, replies)],
    }),
    alsoInvalidate: [['tickets']],
  });
}

/** Last in the conversation, whatever the clock of this device says. */
function pendingReply(message: string, before: readonly TicketReply[]): TicketReply {
  const latest = Math.max(Date.now(), ...before.map(({ at }) => Date.parse(at)));
  const name = storedProfile()?.displayName ?? '';
  return { id: PENDING_REPLY_ID, author: 'customer', name, message, at: new Date(latest).toISOString() };
}
