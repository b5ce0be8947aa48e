import Menu from 'lucide-react/icons/menu';
import { useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Permission } from '#domain/staff.ts';

/** The pages of the back office as staff look for them, in groups: the path, which names the link too, and what it needs. */
const GROUPS = [
  [
    ['orders', 'orders.read'],
    ['fulfilment', 'orders.write'],
    ['transfers', 'payments.write'],
    ['refunds', 'refunds.read'],
    ['returns', 'refunds.read'],
    ['claims', 'refunds.read'],
    ['tickets', 'tickets.read'],
    ['customers', 'customers.read'],
  ],
  [
    ['catalogue', 'catalogue.read'],
    ['imports', 'catalogue.write'],
    ['inventory', 'stock.read'],
    ['coupons', 'coupons.read'],
    ['reviews', 'reviews.read'],
    ['title-requests', 'requests.read'],
    ['content', 'content.write'],
  ],
  [
    ['money', 'money.read'],
    ['settings', 'settings.write'],
    ['staff', 'staff.write'],
    ['audit', 'audit.read'],
  ],
] as const satisfies readonly (readonly (readonly [string, Permission])[])[];

/** The pages that a role may see; on a phone behind a button. */
export function Navigation({ can }: { can: (permission: Permission) => boolean }) {
  const t = useTranslations('admin.nav');
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === key;
  const groups = GROUPS.map((group) => group.filter(([, permission]) => can(permission)));
  return (
    <>
      <button
        type="button"
        className="button button-quiet admin-menu-button"
        aria-expanded={isOpen}
        aria-controls="admin-nav"
        onClick={() => setOpenAt(isOpen ? undefined : key)}
      >
        <Menu aria-hidden="true" size={20} /> {t('menu')}
      </button>
      <nav id="admin-nav" className={isOpen ? 'admin-nav is-open' : 'admin-nav'} aria-label={t('label')}>
        <ul>
          <li>
            <NavLink to="/" end>
              {t('home')}
            </NavLink>
          </li>
        </ul>
        {groups.map(
          (group) =>
            group.length > 0 && (
              <ul key={group[0]![0]}>
                {group.map(([path]) => (
                  <li key={path}>
                    <NavLink to={`/${path}`}>{t(path)}</NavLink>
                  </li>
                ))}
              </ul>
            ),
        )}
      </nav>
    </>
  );
}
