import { Outlet } from 'react-router';
import { AdminMessages } from './admin-messages.tsx';
import { NotFoundPage, useCan } from './layout.tsx';

/** The pages about imports, with their words. */
export function ImportsArea() {
  const can = useCan();
  if (!can('catalogue.write')) return <NotFoundPage />;
  return (
    <AdminMessages of="adminImports">
      <Outlet />
    </AdminMessages>
  );
}
