import { NavLink, Outlet } from 'react-router';
import { useTranslations } from 'use-intl';
import { AdminMessages } from './admin-messages.tsx';
import { NotFoundPage, useCan } from './layout.tsx';

/** The pages of settings by their path, which names the link too. */
const PAGES = [
  ['shop', ''],
  ['delivery', '/delivery'],
  ['emails', '/emails'],
] as const;

/** The settings of the shop, on several pages. */
export function SettingsArea() {
  const can = useCan();
  if (!can('settings.write')) return <NotFoundPage />;
  return (
    <AdminMessages of="adminSettings">
      <Tabs />
      <Outlet />
    </AdminMessages>
  );
}

function Tabs() {
  const t = useTranslations('adminSettings');
  return (
    <nav className="admin-tabs" aria-label={t('title')}>
      {PAGES.map(([name, path]) => (
        <NavLink key={name} to={`/settings${path}`} end={path === ''}>
          {t(`pages.${name}`)}
        </NavLink>
      ))}
    </nav>
  );
}
