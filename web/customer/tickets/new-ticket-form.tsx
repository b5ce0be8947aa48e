import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { TICKET_CATEGORIES } from '#contract/tickets.ts';
import { Field } from '../../forms/field.tsx';
import { Form, Refused } from '../../forms/form.tsx';
import { SelectField } from '../../forms/select-field.tsx';
import { TextAreaField } from '../../forms/text-area-field.tsx';
import { useFocusKept } from '../../ui/use-focus-kept.ts';
import { useNewTicketForm } from './use-new-ticket-form.ts';
import type { Context, NewTicketAbout } from './use-new-ticket.ts';

type NewTicketFormProps = { about: NewTicketAbout; onLeaveOut: (context: Context) => void };

const FORM = 'new-ticket';

/** What a ticket needs; what it is about stands above and can be left out. */
export function NewTicketForm({ about, onLeaveOut }: NewTicketFormProps) {
  const t = useTranslations('area.tickets');
  const { form, submit, error } = useNewTicketForm(about);
  const focusKept = useFocusKept(FORM);
  const choices = TICKET_CATEGORIES.map((value) => ({ value, label: t(`categories.${value}`) }));
  return (
    <Form form={form} submit={submit} id={FORM} aria-label={t('open')} {...focusKept}>
      <About about={about} onLeaveOut={onLeaveOut} />
      <SelectField name="category" label={t('category')} choices={choices} />
      <Field name="subject" label={t('subject')} maxLength={150} autoComplete="off" dir="auto" />
      <TextAreaField name="message" label={t('message')} maxLength={10_000} dir="auto" />
      <Refused>{error}</Refused>
      <button className="button" disabled={form.formState.isSubmitting}>
        {form.formState.isSubmitting ? t('sending') : t('send')}
      </button>
    </Form>
  );
}

function About({ about: { order, book, page, isGone }, onLeaveOut }: NewTicketFormProps) {
  const t = useTranslations('area.tickets');
  const known: [Context, string | undefined][] = [
    ['order', order && t('about', { number: order.number })],
    ['book', book && t('aboutBook', { title: book.title })],
    ['page', page && t('aboutPage', { page })],
  ];
  return (
    <>
      {isGone && <p className="notice">{t('gone')}</p>}
      <ul className="new-ticket-about">
        {known.map(
          ([context, words]) =>
            words && (
              <li key={context} className="chip">
                <span>{words}</span>
                <button type="button" aria-label={t('leaveOut', { what: words })} onClick={() => onLeaveOut(context)}>
                  <X aria-hidden="true" size={16} />
                </button>
              </li>
            ),
        )}
      </ul>
    </>
  );
}
