import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { addTicket, newTicket, type NewTicket, type TicketCategory } from '#contract/tickets.ts';
import { call } from '../../browser/client.ts';
import { showFieldErrors, useContractForm } from '../../forms/use-contract-form.ts';
import { forgetDraft } from '../../forms/drafts.ts';
import { useDraft } from '../../forms/use-draft.ts';
import { useRefusal } from '../use-refusal.ts';
import type { NewTicketAbout } from './use-new-ticket.ts';

type Typed = Pick<NewTicket, 'subject' | 'message' | 'category'>;

const DRAFT = 'new-ticket';

/** The form of a new ticket: what was typed outlives the form until it is sent. */
export function useNewTicketForm(about: NewTicketAbout) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const refusal = useRefusal();
  const [error, setError] = useState<string>();
  const form = useContractForm<Typed>(newTicket, startOf(about));
  useDraft(form, { name: DRAFT, fields: ['subject', 'message'] });
  useEffect(() => form.setFocus('subject'), [form]);
  const submit = form.handleSubmit(async (typed) => {
    setError(undefined);
    try {
      const { id } = await call(addTicket, { body: { ...typed, ...contextOf(about) } });
      forgetDraft(DRAFT);
      void queries.invalidateQueries({ queryKey: ['tickets'] });
      await navigate(`/tickets/show/${id}`, { replace: true });
    } catch (failure) {
      if (!showFieldErrors(form, failure)) setError(refusal(failure));
    }
  });
  return { form, submit, error };
}

function startOf(about: NewTicketAbout): Typed {
  return { subject: '', message: '', category: categoryOf(about) ?? 'other' };
}

function categoryOf({ order, book }: NewTicketAbout): TicketCategory | undefined {
  if (order) return 'order';
  return book && 'book';
}

function contextOf({ order, book, page }: NewTicketAbout): Pick<NewTicket, 'order_id' | 'product_id' | 'page'> {
  return { order_id: order?.id ?? null, product_id: book?.id ?? null, page: page ?? null };
}
