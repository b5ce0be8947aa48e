import { Star } from 'lucide-react';
import { NavLink } from 'react-router';
import { useTranslations } from 'use-intl';
import { Fold } from './menu-fold.tsx';
import { PAGE_PATHS, type PageName } from './menu-items.ts';
import { useNewestTickets } from './use-newest-tickets.ts';
import { useStarred } from './use-starred.ts';

const TICKET = '/tickets/show/';

/** The pages that the customer starred, as the first part of the menu; nothing where none is. */
export function StarredPages() {
  const t = useTranslations('customer.frame');
  const { starred } = useStarred();
  if (starred.length === 0) return null;
  const list = (
    <ul>
      {starred.map((path) => (
        <li key={path}>
          <NavLink className="menu-link" to={path} end>
            <Star aria-hidden="true" size={20} />
            <span className="menu-word">
              <PageWords path={path} />
            </span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
  return <Fold name="starred" title={t('groups.starred')} list={list} />;
}

/** What a page is called; a ticket by its number and subject, once they are known. */
function PageWords({ path }: { path: string }) {
  const t = useTranslations('area.menu');
  const tickets = useNewestTickets({ enabled: path.startsWith(TICKET) });
  const name = (Object.keys(PAGE_PATHS) as PageName[]).find((one) => PAGE_PATHS[one] === path);
  if (name) return t(name);
  const ticket = tickets.find(({ id }) => path === TICKET + id);
  if (!ticket) return path.startsWith('/tickets/') ? t('ticket') : path;
  return (
    <bdi dir="auto">
      {ticket.number} {ticket.subject}
    </bdi>
  );
}
