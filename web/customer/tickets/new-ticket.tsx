import { Dialog } from '@base-ui/react/dialog';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { addTicket, TICKET_CATEGORIES, type Ticket } from '#contract/tickets.ts';
import { call } from '../../browser/client.ts';
import { Field } from '../../forms/field.tsx';
import { SelectField } from '../../forms/select-field.tsx';
import { TextAreaField } from '../../forms/text-area-field.tsx';
import { showFieldErrors, useContractForm } from '../../forms/use-contract-form.ts';
import { forgetDraft, useDraft } from '../../forms/use-draft.ts';
import { FormDialog } from '../form-dialog.tsx';
import { useRefusal } from '../use-refusal.ts';

/** The order that the customer came from to ask about. */
type About = { id: string; number: string } | undefined;

/** The button and form that open a ticket; coming from an order, the form is open and knows the order. */
export function NewTicket() {
  const t = useTranslations('customer.tickets');
  const about = (useLocation().state as { order?: About } | null)?.order;
  const [isOpen, setOpen] = useState(about !== undefined);
  const trigger = <Dialog.Trigger className="button">{t('open')}</Dialog.Trigger>;
  return (
    <FormDialog trigger={trigger} title={t('open')} isOpen={isOpen} onOpenChange={setOpen}>
      <TicketForm about={about} onDone={() => setOpen(false)} />
    </FormDialog>
  );
}

function TicketForm({ about, onDone }: { about: About; onDone: () => void }) {
  const t = useTranslations('customer.tickets');
  const { form, submit, error } = useTicketForm(about, onDone);
  const choices = TICKET_CATEGORIES.map((value) => ({ value, label: t(`categories.${value}`) }));
  return (
    <FormProvider {...form}>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        {about && <p className="notice">{t('about', { number: about.number })}</p>}
        <SelectField name="category" label={t('category')} choices={choices} />
        <Field name="subject" label={t('subject')} maxLength={150} autoComplete="off" />
        <TextAreaField name="message" label={t('message')} maxLength={10_000} />
        {error && (
          <p className="notice notice-danger" role="alert">
            {error}
          </p>
        )}
        <button className="button" disabled={form.formState.isSubmitting}>
          {t('send')}
        </button>
      </form>
    </FormProvider>
  );
}

const DRAFT = 'ticket';

type TicketForm = { subject: string; message: string; category: Ticket['category']; order_id: string | null };

function useTicketForm(about: About, onDone: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const refusal = useRefusal();
  const [error, setError] = useState<string>();
  const start: TicketForm = {
    subject: '',
    message: '',
    category: about ? 'order' : 'other',
    order_id: about?.id ?? null,
  };
  const form = useContractForm<TicketForm>(addTicket.body, start);
  useDraft(form, { name: DRAFT, fields: ['subject', 'message'] });
  const submit = form.handleSubmit(async (body) => {
    try {
      const { id } = await call(addTicket, { body });
      forgetDraft(DRAFT);
      void queries.invalidateQueries({ queryKey: ['tickets'] });
      onDone();
      await navigate(`/tickets/show/${id}`);
    } catch (failure) {
      if (!showFieldErrors(form, failure)) setError(refusal(failure));
    }
  });
  return { form, submit, error };
}
