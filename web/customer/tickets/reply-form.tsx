import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { newReply, type NewReply } from '#contract/tickets.ts';
import { Form } from '../../forms/form.tsx';
import { TextAreaField } from '../../forms/text-area-field.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { keepDraft, readDraft } from '../../forms/drafts.ts';
import { useReply } from './use-reply.ts';
import type { Conversation } from './use-ticket.ts';

/** Writes a reply. What is typed stays until it was taken: a refused one comes back into the field. */
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
  const form = useContractForm<NewReply>(newReply, { parent: id, message: startOf(conversation, drafts) }, 'onSubmit');
  const { mutateAsync, isPending: isSending } = useReply(id);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keepDraft(`reply:${id}`, values.message),
      }),
    [form, id],
  );
  const settle = (unsent: string) => {
    keepDraft(drafts.sent, '');
    const message = joined(unsent, form.getValues('message'));
    form.setValue('message', message);
    keepDraft(drafts.typed, message);
  };
  const submit = form.handleSubmit(async (body) => {
    if (isSending) return;
    keepDraft(drafts.sent, body.message);
    form.setValue('message', '');
    form.setFocus('message');
    await mutateAsync(body).then(
      () => settle(''),
      () => settle(body.message),
    );
  });
  return { form, submit, isSending };
}

/** What was typed here before, with what was being sent when the page went away, unless it arrived. */
function startOf({ replies }: Conversation, drafts: { typed: string; sent: string }): string {
  const sent = readDraft(drafts.sent);
  const isThere = replies.at(-1)?.message === sent;
  return joined(isThere ? '' : sent, readDraft(drafts.typed));
}

function joined(...texts: string[]): string {
  return texts.filter(Boolean).join('\n\n');
}
