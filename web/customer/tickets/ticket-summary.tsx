import { NavLink, Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Ticket } from '#contract/tickets.ts';
import { bookPath, CUSTOMER_AREA } from '#contract/pages.ts';
import { NoWrapNumbers, useReaderLocale } from '../../ui/text.tsx';
import { usePageName } from '../shell/menu-items.ts';
import { useShopPath } from '../shell/locale.tsx';
import { formatTime, formatDay, dayInMalaysia } from '#domain/dates.ts';
import type { Locale } from '#domain/locale.ts';

/** Tickets as links, each with its status and whether it has an unread reply; `search` is added to the URL. */
export function TicketList({ tickets, search = '' }: { tickets: readonly Ticket[]; search?: string }) {
  return (
    <ul className="ticket-list">
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <NavLink
            className={ticket.unread ? 'ticket-link is-unread' : 'ticket-link'}
            to={`/tickets/show/${ticket.id}${search}`}
          >
            <TicketSummary ticket={ticket} />
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

function TicketSummary({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('area.tickets');
  const moment = useRelativeDateFormat();
  return (
    <>
      <span className="ticket-tags">
        <span className={`tag is-${ticket.status}`}>{t(`statuses.${ticket.status}`)}</span>
        {ticket.unread && <span className="tag is-new">{t('unread')}</span>}
      </span>
      <b className="ticket-subject">
        <bdi dir="auto">{ticket.subject}</bdi>
      </b>
      <small>
        <bdi className="nowrap">{ticket.number}</bdi> · {t(`categories.${ticket.category}`)} ·{' '}
        {t('replies', { count: ticket.replies })} · {moment(ticket.updated_at)}
      </small>
    </>
  );
}

type TicketContext = Pick<Ticket, 'order_number' | 'product' | 'page'>;

/** Links to the order, book and page that a ticket refers to. */
export function TicketContextLinks({ ticket }: { ticket: TicketContext }) {
  const t = useTranslations('area.tickets');
  if (!ticket.order_number && !ticket.product && !ticket.page) return null;
  return (
    <ul className="ticket-context">
      {ticket.order_number && (
        <li>
          <Link to={`/my-orders?order=${ticket.order_number}`}>
            <NoWrapNumbers text={t('about', { number: ticket.order_number })} />
          </Link>
        </li>
      )}
      {ticket.product && (
        <li>
          <ProductLink product={ticket.product} />
        </li>
      )}
      {ticket.page && (
        <li>
          <PageLink path={ticket.page} />
        </li>
      )}
    </ul>
  );
}

function ProductLink({ product }: { product: NonNullable<Ticket['product']> }) {
  const t = useTranslations('area.tickets');
  const shop = useShopPath();
  const label = t('aboutBook', { title: product.title });
  if (product.slug === null) return label;
  return <a href={shop(bookPath({ id: product.id, slug: product.slug }))}>{label}</a>;
}

/** Names the page that a ticket refers to. */
export function usePageReference(): (path: string) => string {
  const t = useTranslations('area.tickets');
  const nameOf = usePageName();
  return (path) => {
    const page = path.startsWith(`${CUSTOMER_AREA}/`) ? nameOf(path.slice(CUSTOMER_AREA.length)) : undefined;
    return page ? t('aboutPage', { page }) : t('aboutOtherPage');
  };
}

/** A page of the customer area is navigated to, one of the shop is loaded as a document. */
function PageLink({ path }: { path: string }) {
  const label = usePageReference()(path);
  if (path.startsWith(`${CUSTOMER_AREA}/`)) return <Link to={path.slice(CUSTOMER_AREA.length)}>{label}</Link>;
  return <a href={path}>{label}</a>;
}

const DAY_MS = 24 * 3600 * 1000;
const relativeFormats = new Map<Locale, Intl.RelativeTimeFormat>();

/** Formats an ISO timestamp relatively: today or yesterday at a time, else a date and a time, in Malaysian time. */
export function useRelativeDateFormat(): (iso: string) => string {
  const locale = useReaderLocale();
  const t = useTranslations('area.tickets');
  return (iso) => {
    const days = dayNumber(iso) - dayNumber(new Date().toISOString());
    const isRecent = days === 0 || days === -1;
    const day = isRecent ? relativeFormat(locale).format(days, 'day') : formatDay(iso, locale);
    return t('dateTime', { day, time: formatTime(iso, locale) });
  };
}

/** Writes `yesterday`, not `1 day ago`; created once per locale. */
function relativeFormat(locale: Locale): Intl.RelativeTimeFormat {
  const known = relativeFormats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  relativeFormats.set(locale, known);
  return known;
}

/** The number of days since 1970, in Malaysian time. */
function dayNumber(iso: string): number {
  return Date.parse(dayInMalaysia(iso)) / DAY_MS;
}
