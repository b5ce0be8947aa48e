import { type RefObject, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { TitledDialog } from '../dialogs/dialog.tsx';
import { QueryContent } from '../page/page-states.tsx';
import X from 'lucide-react/icons/x';
import { newTicket, type NewTicket } from '#contract/forms.ts';
import { TICKET_CATEGORIES, type TicketCategory } from '#contract/options.ts';
import { TextField, Form, FormError, SelectField, TextAreaField } from '../../forms/form.tsx';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { usePageReference } from './ticket-summary.tsx';
import { useQueryClient, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { sendRequest, ApiRequestError } from '../../browser/api-client.ts';
import { discardDraft, useDraft } from '../../forms/drafts.ts';
import { useApiForm } from '../page/use-api-form.ts';
import { isNewTicketRequested } from './ticket-filters.tsx';

/** The form of a new ticket, with the context that the URL names. */
export function NewTicketDialog({ finalFocus }: { finalFocus: RefObject<HTMLElement | null> }) {
  const t = useTranslations('area.tickets');
  const { isOpen, context, removeContext, close } = useNewTicketParams();
  return (
    <TitledDialog title={t('open')} isOpen={isOpen} onOpenChange={(open) => !open && close()} finalFocus={finalFocus}>
      <QueryContent query={context}>
        {(known) => <NewTicketForm context={known} onRemoveContext={removeContext} />}
      </QueryContent>
    </TitledDialog>
  );
}

type NewTicketFormProps = { context: NewTicketContext; onRemoveContext: (kind: ContextKind) => void };

const FORM_ID = 'new-ticket';

/** The fields of a new ticket, and its context, which can be removed. */
export function NewTicketForm({ context, onRemoveContext }: NewTicketFormProps) {
  const t = useTranslations('area.tickets');
  const { form, submit, errorMessage, isBusy } = useNewTicketForm(context);
  const focusKept = useRestoreFocus(FORM_ID);
  const choices = TICKET_CATEGORIES.map((value) => ({ value, label: t(`categories.${value}`) }));
  return (
    <Form form={form} submit={submit} id={FORM_ID} aria-label={t('open')} {...focusKept}>
      <TicketContextChips context={context} onRemoveContext={onRemoveContext} />
      <SelectField name="category" label={t('category')} options={choices} />
      <TextField name="subject" label={t('subject')} maxLength={150} autoComplete="off" dir="auto" />
      <TextAreaField name="message" label={t('message')} maxLength={10_000} dir="auto" />
      <FormError>{errorMessage}</FormError>
      <button className="button" disabled={isBusy}>
        {form.formState.isSubmitting ? t('sending') : t('send')}
      </button>
    </Form>
  );
}

function TicketContextChips({ context: { order, book, page, isMissing }, onRemoveContext }: NewTicketFormProps) {
  const t = useTranslations('area.tickets');
  const aboutPage = usePageReference();
  const known: [ContextKind, string | undefined][] = [
    ['order', order && t('about', { number: order.number })],
    ['book', book && t('aboutBook', { title: book.title })],
    ['page', page && aboutPage(page)],
  ];
  return (
    <>
      {isMissing && <p className="alert">{t('contextMissing')}</p>}
      <ul className="new-ticket-context">
        {known.map(
          ([kind, label]) =>
            label && (
              <li key={kind} className="chip">
                <span>{label}</span>
                <button
                  type="button"
                  aria-label={t('removeContext', { what: label })}
                  onClick={() => onRemoveContext(kind)}
                >
                  <X aria-hidden="true" size={16} />
                </button>
              </li>
            ),
        )}
      </ul>
    </>
  );
}

type NewTicketValues = Pick<NewTicket, 'subject' | 'message' | 'category'>;

const NEW_TICKET_DRAFT = 'new-ticket';

/** The form of a new ticket: the values outlive it as a draft until they are sent. */
export function useNewTicketForm(context: NewTicketContext) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const ticketForm = useApiForm<NewTicketValues>({
    schema: newTicket,
    defaultValues: initialValues(context),
    send: async (values) => {
      const { id } = await sendRequest('addTicket', { body: { ...values, ...toRequestContext(context) } });
      discardDraft(NEW_TICKET_DRAFT);
      void queries.invalidateQueries({ queryKey: ['tickets'] });
      await navigate(`/tickets/show/${id}`, { replace: true });
    },
  });
  const { form } = ticketForm;
  useDraft(form, { name: NEW_TICKET_DRAFT, fields: ['subject', 'message'] });
  useEffect(() => form.setFocus('subject'), [form]);
  return ticketForm;
}

function initialValues(context: NewTicketContext): NewTicketValues {
  return { subject: context.subject ?? '', message: '', category: defaultCategory(context) ?? 'other' };
}

function defaultCategory({ order, book }: NewTicketContext): TicketCategory | undefined {
  if (order) return 'order';
  return book && 'book';
}

function toRequestContext({
  order,
  book,
  page,
}: NewTicketContext): Pick<NewTicket, 'order_id' | 'product_id' | 'page'> {
  return { order_id: order?.id ?? null, product_id: book?.id ?? null, page: page ?? null };
}

/** The URL parameters that open the form and name its context. */
const NEW_TICKET_PARAMS = ['new', 'order', 'book', 'page', 'subject'] as const;
const MAX_SUBJECT_LENGTH = 150;
export type ContextKind = 'order' | 'book' | 'page';

/** What a new ticket refers to. */
export type NewTicketContext = {
  order?: { id: string; number: string } | undefined;
  book?: { id: number; title: string } | undefined;
  page?: string | undefined;
  /** The initial subject. */
  subject?: string | undefined;
  /** The URL names something that does not exist. */
  isMissing: boolean;
};

/** Whether the URL opens the form, its context, and how to remove either. */
export function useNewTicketParams() {
  const [search, setSearch] = useSearchParams();
  const remove = (names: readonly string[]) => {
    const other = new URLSearchParams(search);
    for (const name of names) if (name !== 'page' || isPath(search.get('page'))) other.delete(name);
    setSearch(other, { replace: true });
  };
  return {
    isOpen: isNewTicketRequested(search),
    context: useNewTicketContext(search),
    removeContext: (kind: ContextKind) => remove([kind]),
    close: () => remove(NEW_TICKET_PARAMS),
  };
}

function useNewTicketContext(search: URLSearchParams) {
  const [order, book, page] = [search.get('order'), search.get('book'), search.get('page')];
  const subject = search.get('subject')?.slice(0, MAX_SUBJECT_LENGTH);
  return useQuery({
    queryKey: ['ticket-about', order, book, page, subject],
    queryFn: async ({ signal }): Promise<NewTicketContext> => {
      const [ofOrder, ofBook] = await Promise.all([
        order ? orUndefined(sendRequest('getOrder', { params: { id: order }, signal })) : undefined,
        book ? orUndefined(sendRequest('getProduct', { params: { id: book }, signal })) : undefined,
      ]);
      return {
        order: ofOrder && { id: ofOrder.id, number: ofOrder.number },
        book: ofBook && { id: ofBook.id, title: ofBook.title },
        page: isPath(page) ? page : undefined,
        subject,
        isMissing: Boolean((order && !ofOrder) || (book && !ofBook)),
      };
    },
    placeholderData: (before) => before && remainingContext(before, { order, book, page }),
    enabled: isNewTicketRequested(search),
  });
}

/** After removing a part, the rest is known already, so that the form stays as it is. */
function remainingContext(
  before: NewTicketContext,
  { order, book, page }: Record<ContextKind, string | null>,
): NewTicketContext | undefined {
  const isKnown = (!order || order === before.order?.id) && (!book || book === String(before.book?.id));
  if (!isKnown) return undefined;
  return {
    order: order ? before.order : undefined,
    book: book ? before.book : undefined,
    page: isPath(page) ? page : undefined,
    isMissing: false,
  };
}

/** The response of a request, or undefined when there is no such resource. */
async function orUndefined<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ApiRequestError && ['not_found', 'invalid'].includes(error.problem?.code ?? ''))
      return undefined;
    throw error;
  }
}

/** A page of the site; the `page` of the list is a number. */
function isPath(page: string | null): page is string {
  return page !== null && newTicket.shape.page.safeParse(page).success;
}
