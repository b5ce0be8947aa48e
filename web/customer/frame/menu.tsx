import { Link, NavLink, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { CUSTOMER_AREA } from '#contract/pages.ts';
import { useShopPath } from '../use-shop-path.ts';
import { Fold } from './menu-fold.tsx';
import { areaPath, HelpIcon, menuFor, type MenuGroup, type MenuItem } from './menu-items.ts';
import { StarredPages } from './starred-pages.tsx';
import { TicketBadge } from './ticket-badge.tsx';

/** The menu in its sections; each can be folded until the page is left. */
export function Menu({ isMember }: { isMember: boolean }) {
  const t = useTranslations('customer');
  const { pathname } = useLocation();
  return (
    <nav className="menu" aria-label={t('site.menu')}>
      {isMember && <StarredPages />}
      {menuFor(isMember).map((group) => (
        <Section key={group.name} group={group} />
      ))}
      {isMember && (
        <Link
          className="menu-link menu-help"
          to={`/tickets?new=1&page=${encodeURIComponent(CUSTOMER_AREA + pathname)}`}
        >
          <HelpIcon aria-hidden="true" size={20} />
          <span className="menu-word">{t('frame.help')}</span>
        </Link>
      )}
    </nav>
  );
}

function Section({ group: { name, items } }: { group: MenuGroup }) {
  const t = useTranslations('customer.frame');
  const list = (
    <ul>
      {items.map((item) => (
        <li key={item.name}>
          <ItemLink item={item} />
        </li>
      ))}
    </ul>
  );
  return name === 'start' ? list : <Fold name={name} title={t(`groups.${name}`)} list={list} />;
}

function ItemLink({ item }: { item: MenuItem }) {
  const t = useTranslations('area.menu');
  const shop = useShopPath();
  const words = (
    <>
      <item.Icon aria-hidden="true" size={20} />
      <span className="menu-word">{t(item.name)}</span>
      {item.name === 'tickets' && <TicketBadge />}
    </>
  );
  const path = areaPath(item);
  if (!path)
    return (
      <a className="menu-link" href={shop(item.shopPath!)}>
        {words}
      </a>
    );
  return (
    <NavLink className="menu-link" to={path}>
      {words}
    </NavLink>
  );
}
