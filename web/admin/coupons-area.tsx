import { Outlet } from 'react-router';
import { AdminMessages } from './admin-messages.tsx';
import { NotFoundPage, useCan } from './layout.tsx';

/** The pages about coupons, with their words. */
export function CouponsArea() {
  const can = useCan();
  if (!can('coupons.read')) return <NotFoundPage />;
  return (
    <AdminMessages of="adminCoupons">
      <Outlet />
    </AdminMessages>
  );
}
