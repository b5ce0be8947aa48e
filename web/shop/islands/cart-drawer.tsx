import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { inLocale, splitLocale } from '#contract/pages.ts';
import { formatSen } from '#domain/money.ts';
import { missingForFreeDelivery } from '#domain/shipping.ts';
import { ZONES } from '#domain/shipping-zones.ts';
import { CartLines } from '../../cart/cart-lines.tsx';
import { explanationOf, quoteOf } from '../../cart/quote.ts';
import { useCart, type Cart } from '../../cart/use-cart.ts';
import { renderIsland } from './island.tsx';

let drawer: HTMLDialogElement | undefined;

/** Opens the cart beside the page, which stays where it is. */
export async function open(): Promise<void> {
  drawer ??= await makeDrawer();
  if (!drawer.open) drawer.showModal();
}

async function makeDrawer(): Promise<HTMLDialogElement> {
  const dialog = document.createElement('dialog');
  dialog.className = 'drawer';
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  await renderIsland(dialog, <Drawer onClose={() => dialog.close()} />);
  return dialog;
}

function Drawer({ onClose }: { onClose: () => void }) {
  const t = useTranslations('cart');
  const cart = useCart();
  return (
    <div className="drawer-body">
      <header className="drawer-head">
        <h2>{t('title')}</h2>
        <button type="button" className="tool" onClick={onClose} aria-label={t('close')}>
          <X aria-hidden="true" size={20} />
        </button>
      </header>
      <div className="drawer-lines">
        {cart.lines.length === 0 ? (
          <Empty onClose={onClose} />
        ) : (
          <CartLines cart={cart} explanation={explanationOf(quoteOf(cart))} />
        )}
        {cart.state === 'failed' && <Failed cart={cart} />}
      </div>
      {cart.lines.length > 0 && <Foot cart={cart} />}
    </div>
  );
}

/** The total, and what is missing for free delivery on the peninsula, where most parcels go. */
function Foot({ cart }: { cart: Cart }) {
  const t = useTranslations('cart');
  const common = useTranslations('common');
  const quote = quoteOf(cart);
  const missing = missingForFreeDelivery(String(ZONES[0]!.from), quote.amount) ?? 0;
  return (
    <footer className="drawer-foot">
      <dl className="sums">
        <div className="sums-payable">
          <dt>{common('sums.subtotal')}</dt>
          <dd>{cart.state === 'loading' ? '…' : formatSen(quote.amount)}</dd>
        </div>
      </dl>
      <p className="field-hint" role="status">
        {cart.state === 'ready' &&
          (missing > 0 ? t('missingForFree', { amount: formatSen(missing) }) : t('freeReached'))}
      </p>
      <a className="button button-buy" href="/customer/checkout">
        {t('checkout')}
      </a>
      <a className="button button-quiet" href={inLocale(splitLocale(location.pathname).locale, '/cart')}>
        {t('seeCart')}
      </a>
    </footer>
  );
}

function Empty({ onClose }: { onClose: () => void }) {
  const t = useTranslations('cart');
  return (
    <div className="empty">
      <p>{t('empty')}</p>
      <p>{t('emptyHint')}</p>
      <button type="button" className="button" onClick={onClose}>
        {t('browse')}
      </button>
    </div>
  );
}

function Failed({ cart }: { cart: Cart }) {
  const t = useTranslations('cart');
  return (
    <p className="notice notice-danger" role="alert">
      {t('failed')}{' '}
      <button type="button" className="button-plain" onClick={cart.reload}>
        {t('again')}
      </button>
    </p>
  );
}
