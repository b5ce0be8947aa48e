import { Outlet } from 'react-router';
import { AdminMessages } from './admin-messages.tsx';
import { useCan, NotFoundPage } from './layout.tsx';

/** The pages of those who pack and ship, with their words. */
export function FulfilmentArea() {
  const can = useCan();
  if (!can('orders.write')) return <NotFoundPage />;
  return (
    <AdminMessages of="adminFulfilment">
      <Outlet />
    </AdminMessages>
  );
}
