import { NavLink, Outlet } from 'react-router';
import { useTranslations } from 'use-intl';
import { AdminMessages } from './admin-messages.tsx';
import { NotFoundPage, useCan } from './layout.tsx';

const AREAS = [
  ['home', '/content'],
  ['pages', '/content/pages'],
  ['announcements', '/content/announcements'],
  ['menus', '/content/menus'],
] as const;

/** What booksellers write, with its words: the home page, pages of text, announcements and menus. */
export function ContentArea() {
  const can = useCan();
  if (!can('content.write')) return <NotFoundPage />;
  return (
    <AdminMessages of="adminContent">
      <Areas />
      <Outlet />
    </AdminMessages>
  );
}

function Areas() {
  const t = useTranslations('adminContent.areas');
  return (
    <nav aria-label={t('label')} className="admin-areas">
      {AREAS.map(([name, path]) => (
        <NavLink key={name} to={path} end={name === 'home'}>
          {t(name)}
        </NavLink>
      ))}
    </nav>
  );
}
