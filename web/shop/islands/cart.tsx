import { X } from 'lucide-react';
import { useTranslations, IntlProvider } from 'use-intl';
import { localizedPath, splitLocale } from '#contract/pages.ts';
import { amountToFreeDelivery } from '#domain/shipping.ts';
import { CartLines } from '../../cart/cart-lines.tsx';
import { PostalCodeField, usePostalCode, CheckoutLink, dispatchDatesOf } from '../../cart/cart-summary.tsx';
import { priceBreakdownOf, quoteOf } from '../../cart/quote.ts';
import { useCart, type Cart } from '../../cart/use-cart.ts';
import { Arrival } from '../../ui/arrival.tsx';
import { useMoney } from '../../ui/text.tsx';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { TIME_ZONE } from '#domain/dates.ts';
import { loadCartMessages } from '../../cart/load-messages.ts';

let drawer: HTMLDialogElement | undefined;

/** Opens the cart beside the page, which stays where it is. */
export async function openCartDrawer(): Promise<void> {
  drawer ??= await createDrawer();
  if (!drawer.open) drawer.showModal();
}

async function createDrawer(): Promise<HTMLDialogElement> {
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
          <EmptyDrawer onClose={onClose} />
        ) : cart.state === 'loading' ? (
          <p role="status">{t('loading')}</p>
        ) : (
          <CartLines cart={cart} priceBreakdown={priceBreakdownOf(cart, quoteOf(cart))} />
        )}
        {cart.state === 'failed' && <CartLoadError cart={cart} />}
      </div>
      {cart.lines.length > 0 && <DrawerFooter cart={cart} />}
    </div>
  );
}

/** The subtotal, and what delivery costs once the postal code is known. */
function DrawerFooter({ cart }: { cart: Cart }) {
  const t = useTranslations('cart');
  const common = useTranslations('common');
  const money = useMoney();
  const quote = quoteOf(cart);
  return (
    <footer className="drawer-foot">
      <dl className="sums">
        <div className="sums-payable">
          <dt>{common('totals.subtotal')}</dt>
          <dd>{cart.state === 'loading' ? '…' : money(quote.merchandiseTotal)}</dd>
        </div>
      </dl>
      {cart.state === 'ready' && <DeliveryEstimate cart={cart} />}
      <CheckoutLink cart={cart} />
      <a className="button button-quiet" href={localizedPath(splitLocale(location.pathname).locale, '/cart')}>
        {t('seeCart')}
      </a>
    </footer>
  );
}

/** What delivery costs and what is missing until it is free, by the postal code that is asked for or remembered. */
function DeliveryEstimate({ cart }: { cart: Cart }) {
  const t = useTranslations('cart');
  const money = useMoney();
  const postalCode = usePostalCode();
  const { shipping, merchandiseTotal } = quoteOf(cart, { postalCode });
  const missing = amountToFreeDelivery(cart.zones, postalCode, merchandiseTotal);
  const values = { postalCode, cost: money(shipping), missing: money(missing ?? 0) };
  return (
    <div className="drawer-delivery">
      <p className="field-hint" role="status">
        {missing !== undefined && (missing > 0 ? t('deliveryTo', values) : t('freeTo', { postalCode }))}
      </p>
      <Arrival zones={cart.zones} postalCode={postalCode} dates={dispatchDatesOf(cart)} />
      <details className="fold">
        <summary>{t(postalCode ? 'changePostalCode' : 'enterPostalCode')}</summary>
        <PostalCodeField id="drawer-zip" zones={cart.zones} />
      </details>
    </div>
  );
}

function EmptyDrawer({ onClose }: { onClose: () => void }) {
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

/** That the prices could not be read; the cart is safe. */
export function CartLoadError({ cart }: { cart: Cart }) {
  const t = useTranslations('cart');
  return (
    <p className="alert alert-danger" role="alert">
      {t('failed')}{' '}
      <button type="button" className="button-plain" onClick={cart.reload}>
        {t('retry')}
      </button>
    </p>
  );
}

/** Renders a React island with the cart's words in the page's language, and others of its own. */
export async function renderIsland(element: Element, content: ReactNode, words: object = {}): Promise<Root> {
  const { locale } = splitLocale(location.pathname);
  const messages = { ...(await loadCartMessages(locale)), ...words };
  const root = createRoot(element);
  root.render(
    <IntlProvider locale={locale} messages={messages} timeZone={TIME_ZONE}>
      {content}
    </IntlProvider>,
  );
  return root;
}
