import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { bookPath, CUSTOMER_AREA } from '#contract/pages.ts';
import type { Ticket } from '#contract/tickets.ts';
import { useShopPath } from '../use-shop-path.ts';

type About = Pick<Ticket, 'order_number' | 'product' | 'page'>;

/** What a ticket was opened from, as links there. */
export function TicketAbout({ ticket }: { ticket: About }) {
  const t = useTranslations('area.tickets');
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
          <Page path={ticket.page} />
        </li>
      )}
    </ul>
  );
}

function Title({ product }: { product: NonNullable<Ticket['product']> }) {
  const t = useTranslations('area.tickets');
  const shop = useShopPath();
  const words = t('aboutBook', { title: product.title });
  if (product.slug === null) return words;
  return <a href={shop(bookPath({ id: product.id, slug: product.slug }))}>{words}</a>;
}

/** A page of the customer area opens in place, one of the shop is a document of its own. */
function Page({ path }: { path: string }) {
  const t = useTranslations('area.tickets');
  const words = t('aboutPage', { page: path });
  if (path.startsWith(`${CUSTOMER_AREA}/`)) return <Link to={path.slice(CUSTOMER_AREA.length)}>{words}</Link>;
  return <a href={path}>{words}</a>;
}
