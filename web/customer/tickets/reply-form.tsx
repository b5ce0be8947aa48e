import { FormProvider } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { addTicket, type Ticket, type TicketReply } from '#contract/tickets.ts';
import { call } from '../../browser/client.ts';
import { storedProfile } from '../../browser/session.ts';
import { TextAreaField } from '../../forms/text-area-field.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { useDraft } from '../../forms/use-draft.ts';
import { useOptimistic } from '../use-optimistic.ts';
import { BEING_SENT } from './replies.tsx';

type NewReply = { parent: string; message: string };

/** Writes a reply, which stands there at once; a refused one comes back into the field. */
export function ReplyForm({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('customer.tickets');
  const form = useContractForm<NewReply>(addTicket.body, { parent: ticket.id, message: '' });
  useDraft(form, { name: `reply:${ticket.id}`, fields: ['message'] });
  const { mutate } = useReply(ticket.id);
  const submit = form.handleSubmit((body) => {
    mutate(body, { onError: () => form.setValue('message', body.message) });
    form.reset();
  });
  return (
    <FormProvider {...form}>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        {ticket.status === 'closed' && <p className="field-hint">{t('reopens')}</p>}
        <TextAreaField name="message" label={t('reply')} maxLength={10_000} />
        <button className="button">{t('send')}</button>
      </form>
    </FormProvider>
  );
}

function useReply(id: string) {
  return useOptimistic<TicketReply[], NewReply>({
    queryKey: ['ticket', id, 'replies'],
    send: (body) => call(addTicket, { body }),
    change: (replies, { message }) => [...replies, ownReply(message)],
    alsoOld: [['ticket', id], ['tickets']],
  });
}

function ownReply(message: string): TicketReply {
  return {
    id: BEING_SENT,
    author: 'customer',
    name: storedProfile()?.displayName ?? '',
    message,
    at: new Date().toISOString(),
  };
}
