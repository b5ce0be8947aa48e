import { NavLink, Outlet } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { AdminMessages } from './admin-messages.tsx';
import { NotFoundPage, useCan } from './layout.tsx';

/** The pages about stock, with their words. */
export function InventoryArea() {
  const can = useCan();
  if (!can('stock.read')) return <NotFoundPage />;
  return (
    <AdminMessages of="adminInventory">
      <Views />
      <Outlet />
    </AdminMessages>
  );
}

function Views() {
  const t = useTranslations('adminInventory.views');
  const can = useCan();
  return (
    <nav className="inventory-views" aria-label={t('label')}>
      <NavLink to="/inventory" end>
        {t('stock')}
      </NavLink>
      <NavLink to="/inventory/low">{t('low')}</NavLink>
      <NavLink to="/inventory/to-order">{t('toOrder')}</NavLink>
      {can('stock.write') && (
        <>
          <NavLink to="/inventory/receive">{t('receive')}</NavLink>
          <NavLink to="/inventory/stocktake">{t('stocktake')}</NavLink>
        </>
      )}
    </nav>
  );
}

/** How many copies, to the last one; a change with its sign. */
export function Copies({ of, isChange = false }: { of: number; isChange?: boolean }) {
  const format = useFormatter();
  return (
    <bdi className="nowrap" dir="ltr">
      {format.number(of, { signDisplay: isChange ? 'exceptZero' : 'auto' })}
    </bdi>
  );
}
