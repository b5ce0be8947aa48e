import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { getOrder } from '#contract/orders.ts';
import { getProduct } from '#contract/products.ts';
import { newTicket } from '#contract/tickets.ts';
import { call, CallFailed } from '../../browser/client.ts';
import { asksForForm } from './use-form-search.ts';

/** What of the address opens the form and says what it is about. */
const NAMES = ['new', 'order', 'book', 'page'] as const;
export type Context = 'order' | 'book' | 'page';

/** What a new ticket is about. */
export type NewTicketAbout = {
  order?: { id: string; number: string } | undefined;
  book?: { id: number; title: string } | undefined;
  page?: string | undefined;
  /** Something was asked about that is not there. */
  isGone: boolean;
};

/** Whether the address asks for the form, with what it is about, and how to leave either. */
export function useNewTicket() {
  const [search, setSearch] = useSearchParams();
  const remove = (names: readonly string[]) => {
    const other = new URLSearchParams(search);
    for (const name of names) if (name !== 'page' || isPath(search.get('page'))) other.delete(name);
    setSearch(other, { replace: true });
  };
  return {
    isOpen: asksForForm(search),
    about: useAbout(search),
    leaveOut: (context: Context) => remove([context]),
    close: () => remove(NAMES),
  };
}

function useAbout(search: URLSearchParams) {
  const [order, book, page] = [search.get('order'), search.get('book'), search.get('page')];
  return useQuery({
    queryKey: ['ticket-about', order, book, page],
    queryFn: async ({ signal }): Promise<NewTicketAbout> => {
      const [ofOrder, ofBook] = await Promise.all([
        order ? ifThere(call(getOrder, { params: { id: order }, signal })) : undefined,
        book ? ifThere(call(getProduct, { params: { id: book }, signal })) : undefined,
      ]);
      return {
        order: ofOrder && { id: ofOrder.id, number: ofOrder.number },
        book: ofBook && { id: ofBook.id, title: ofBook.title },
        page: isPath(page) ? page : undefined,
        isGone: Boolean((order && !ofOrder) || (book && !ofBook)),
      };
    },
    placeholderData: (before) => before && remainderOf(before, { order, book, page }),
    enabled: asksForForm(search),
  });
}

/** Where something was left out, the rest is known already, and with it the form stays as it is. */
function remainderOf(
  before: NewTicketAbout,
  { order, book, page }: Record<Context, string | null>,
): NewTicketAbout | undefined {
  const isKnown = (!order || order === before.order?.id) && (!book || book === String(before.book?.id));
  if (!isKnown) return undefined;
  return {
    order: order ? before.order : undefined,
    book: book ? before.book : undefined,
    page: isPath(page) ? page : undefined,
    isGone: false,
  };
}

/** What a call answers, or nothing where it is not there. */
async function ifThere<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof CallFailed && ['not_found', 'invalid'].includes(error.problem?.code ?? '')) return undefined;
    throw error;
  }
}

/** A page of the site; the list's own `page` is a number. */
function isPath(page: string | null): page is string {
  return page !== null && newTicket.shape.page.safeParse(page).success;
}
