import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { bookPath } from '#contract/pages.ts';
import type { Ticket } from '#contract/tickets.ts';
import { useShopPath } from '../use-shop-path.ts';

type About = Pick<Ticket, 'order_number' | 'product' | 'page'>;

/** What a ticket was opened from, as links there. */
export function TicketAbout({ ticket }: { ticket: About }) {
  const t = useTranslations('customer.tickets');
  if (!ticket.order_number && !ticket.product && !ticket.page) return null;
  return (
    <ul className="ticket-about">
      {ticket.order_number && (
        <li>
          <Link to={`/my-orders?order=${ticket.order_number}`}>{t('about', { number: ticket.order_number })}</Link>
        </li>
      )}
      {ticket.product && (
        <li>
          <Title product={ticket.product} />
        </li>
      )}
      {ticket.page && (
        <li>
          <a href={ticket.page}>{t('aboutPage', { page: ticket.page })}</a>
        </li>
      )}
    </ul>
  );
}

function Title({ product }: { product: NonNullable<Ticket['product']> }) {
  const t = useTranslations('customer.tickets');
  const shop = useShopPath();
  const words = t('aboutBook', { title: product.title });
  if (product.slug === null) return words;
  return <a href={shop(bookPath({ id: product.id, slug: product.slug }))}>{words}</a>;
}
