import { Outlet } from 'react-router';
import { LazyMessages, type MessageLoaders } from '../customer/shell/locale.tsx';
import { NotFoundPage, useCan } from './layout.tsx';

const COUPON_MESSAGES: MessageLoaders = {
  en: () => import('#messages/en/admin-coupons.json'),
  fa: () => import('#messages/fa/admin-coupons.json'),
  de: () => import('#messages/de/admin-coupons.json'),
  fr: () => import('#messages/fr/admin-coupons.json'),
  pt: () => import('#messages/pt/admin-coupons.json'),
};

/** The pages about coupons, with their words. */
export function CouponsArea() {
  const can = useCan();
  if (!can('coupons.read')) return <NotFoundPage />;
  return (
    <LazyMessages name="adminCoupons" loaders={COUPON_MESSAGES}>
      <Outlet />
    </LazyMessages>
  );
}
