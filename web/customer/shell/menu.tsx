import { Link, NavLink, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { CUSTOMER_AREA } from '#contract/pages.ts';
import { useShopPath } from './locale.tsx';
import { useIsNavigationSlow } from '../page/page-states.tsx';
import { customerAreaPath, HelpIcon, menuFor, type MenuGroup, type MenuItem, usePageName } from './menu-items.ts';
import { TicketBadge, useNewestTickets } from '../tickets/ticket-badge.tsx';
import Star from 'lucide-react/icons/star';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useStarred } from './breadcrumb.tsx';
import { useId, useSyncExternalStore, type ReactNode } from 'react';

/** The menu in its sections, which can be collapsed until the document is unloaded. */
export function Menu({ isMember }: { isMember: boolean }) {
  const t = useTranslations('customer');
  const { pathname } = useLocation();
  return (
    <nav className="menu" aria-label={t('site.menu')} data-slow={useIsNavigationSlow() || undefined}>
      {isMember && <StarredPages />}
      {menuFor(isMember).map((group) => (
        <MenuSection key={group.name} group={group} />
      ))}
      {isMember && (
        <Link
          className="menu-link menu-help"
          to={`/tickets?new=1&page=${encodeURIComponent(CUSTOMER_AREA + pathname)}`}
        >
          <HelpIcon aria-hidden="true" size={20} />
          <span className="menu-label">{t('shell.help')}</span>
        </Link>
      )}
    </nav>
  );
}

function MenuSection({ group: { name, items } }: { group: MenuGroup }) {
  const t = useTranslations('customer.shell');
  const list = (
    <ul>
      {items.map((item) => (
        <li key={item.name}>
          <MenuItemLink item={item} />
        </li>
      ))}
    </ul>
  );
  return name === 'start' ? list : <CollapsibleSection name={name} title={t(`groups.${name}`)} list={list} />;
}

function MenuItemLink({ item }: { item: MenuItem }) {
  const t = useTranslations('area.menu');
  const shop = useShopPath();
  const content = (
    <>
      <item.Icon aria-hidden="true" size={20} />
      <span className="menu-label">{t(item.name)}</span>
      {item.name === 'tickets' && <TicketBadge />}
    </>
  );
  const path = customerAreaPath(item);
  if (!path)
    return (
      <a className="menu-link" href={shop(item.shopPath!)}>
        {content}
      </a>
    );
  return (
    <NavLink className="menu-link" to={path}>
      {content}
    </NavLink>
  );
}

const TICKET_PATH = '/tickets/show/';

/** The starred pages as the first section of the menu; renders nothing when there is none. */
export function StarredPages() {
  const t = useTranslations('customer.shell');
  const { starred } = useStarred();
  if (starred.length === 0) return null;
  const list = (
    <ul>
      {starred.map((path) => (
        <li key={path}>
          <NavLink className="menu-link" to={path} end>
            <Star aria-hidden="true" size={20} />
            <span className="menu-label">
              <PageLabel path={path} />
            </span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
  return <CollapsibleSection name="starred" title={t('groups.starred')} list={list} />;
}

/** The name of a page; a ticket's is its number and subject, once loaded. */
function PageLabel({ path }: { path: string }) {
  const t = useTranslations('customer.shell');
  const nameOf = usePageName();
  const tickets = useNewestTickets({ enabled: path.startsWith(TICKET_PATH) });
  const ticket = tickets.find(({ id }) => path === TICKET_PATH + id);
  if (!ticket) return nameOf(path) ?? t('page');
  return (
    <bdi dir="auto">
      {ticket.number} {ticket.subject}
    </bdi>
  );
}

/** A section of the menu that collapses within 300 ms (specification §9). */
export function CollapsibleSection({ name, title, list }: { name: string; title: string; list: ReactNode }) {
  const id = useId();
  const isClosed = useSyncExternalStore(onMenuStateChange, collapsedGroups).has(name);
  return (
    <section className="menu-group">
      <div className="menu-title">
        <button type="button" aria-expanded={!isClosed} aria-controls={id} onClick={() => toggleGroup(name)}>
          {title}
          <ChevronDown aria-hidden="true" size={16} />
        </button>
      </div>
      <div id={id} className="menu-collapse" data-closed={isClosed || undefined}>
        {list}
      </div>
    </section>
  );
}

/* How the menu is folded: kept while this document lives, and nowhere else. */

const listeners = new Set<() => void>();
let collapsed: ReadonlySet<string> = new Set();
let sidebarCollapsed = false;

/** The names of the collapsed sections; the same set until one changes. */
export function collapsedGroups(): ReadonlySet<string> {
  return collapsed;
}

/** Whether the sidebar shows icons only. */
export function isSidebarCollapsed(): boolean {
  return sidebarCollapsed;
}

export function toggleGroup(name: string): void {
  const next = new Set(collapsed);
  if (!next.delete(name)) next.add(name);
  collapsed = next;
  notifyListeners();
}

export function toggleSidebar(): void {
  sidebarCollapsed = !sidebarCollapsed;
  notifyListeners();
}

/** Subscribes to changes of the collapsed state. */
export function onMenuStateChange(callback: () => void): () => void {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
