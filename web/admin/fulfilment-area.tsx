import { Outlet } from 'react-router';
import { LazyMessages, type MessageLoaders } from '../customer/shell/locale.tsx';
import { useCan, NotFoundPage } from './layout.tsx';

const FULFILMENT_MESSAGES: MessageLoaders = {
  en: () => import('#messages/en/admin-fulfilment.json'),
  fa: () => import('#messages/fa/admin-fulfilment.json'),
  de: () => import('#messages/de/admin-fulfilment.json'),
  fr: () => import('#messages/fr/admin-fulfilment.json'),
  pt: () => import('#messages/pt/admin-fulfilment.json'),
};

/** The pages of those who pack and ship, with their words. */
export function FulfilmentArea() {
  const can = useCan();
  if (!can('orders.write')) return <NotFoundPage />;
  return (
    <LazyMessages name="adminFulfilment" loaders={FULFILMENT_MESSAGES}>
      <Outlet />
    </LazyMessages>
  );
}
