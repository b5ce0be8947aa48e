import { Trash2 } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { bookPath, localizedPath } from '#contract/pages.ts';
import type { CartProduct } from '#contract/products.ts';
import { MAX_QTY, type CartLine } from '#domain/pricing/cart.ts';
import { sumAdjustments, type PriceBreakdown, type LineAdjustment } from '#domain/pricing/price-breakdown.ts';
import { DispatchNote } from '../ui/arrival.tsx';
import { ringgitFromSen } from '#domain/money.ts';
import { restoreLine, setQty } from '../browser/cart.ts';
import { Cover } from '../ui/cover.tsx';
import { ForeignText, Price, useReaderLocale, useMoney } from '../ui/text.tsx';
import { Adjustments } from '../ui/totals.tsx';
import { QuantityStepper } from '../ui/quantity-stepper.tsx';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { type Cart, dismissReducedLines } from './use-cart.ts';
import { cartChanges, type StockShortage } from '#domain/pricing/cart-changes.ts';
import { linesWithStock } from './quote.ts';

type RemovedLine = { line: CartLine; index: number; title: string };

type CartLinesProps = {
  cart: Cart;
  priceBreakdown: PriceBreakdown;
  /** What else can be done with a line. */
  renderAction?: (line: CartLine, product: CartProduct) => ReactNode;
};

/** The lines of a cart with their prices and why, changed in place; a line taken out can be put back. */
export function CartLines({ cart, priceBreakdown, renderAction }: CartLinesProps) {
  const t = useTranslations('cart');
  const [removed, setRemoved] = useState<RemovedLine>();
  const id = useId();
  const focusKept = useRestoreFocus(id);
  const remove = (line: CartLine, index: number, title: string) => {
    setQty(line.vid, 0);
    setRemoved({ line, index, title });
  };
  return (
    <>
      <div role="status" {...focusKept}>
        <CartChangeAlerts cart={cart} />
        {removed && (
          <p className="alert">
            {t('removed', { title: removed.title })}{' '}
            <button
              type="button"
              className="button-plain"
              onClick={() => {
                restoreLine(removed.line, removed.index);
                setRemoved(undefined);
              }}
            >
              {t('undo')}
            </button>
          </p>
        )}
      </div>
      <ul className="cart-lines" id={id} aria-label={t('title')} {...focusKept}>
        {cart.lines.map((line, index) => {
          const product = cart.products.get(line.vid);
          return product ? (
            <CartLineItem
              key={line.vid}
              line={line}
              product={product}
              adjustments={priceBreakdown.lines.find(({ vid }) => vid === line.vid)?.reasons ?? []}
              isMember={cart.isMember}
              onRemove={() => remove(line, index, product.title)}
              action={renderAction?.(line, product)}
            />
          ) : (
            <li key={line.vid} className="cart-line" aria-busy="true" />
          );
        })}
      </ul>
    </>
  );
}

type CartLineItemProps = {
  line: CartLine;
  product: CartProduct;
  adjustments: readonly LineAdjustment[];
  isMember: boolean;
  onRemove: () => void;
  action: ReactNode;
};

function CartLineItem({ line, product, adjustments, isMember, onRemove, action }: CartLineItemProps) {
  const t = useTranslations('cart');
  const common = useTranslations('common');
  const locale = useReaderLocale();
  const variant = product.variants.find((one) => one.id === line.vid);
  if (!variant) return null;
  const each = isMember ? variant.price : variant.original_price;
  return (
    <li className="cart-line">
      <Cover src={product.cover} size="small" />
      <div className="cart-line-text">
        <a href={localizedPath(locale, bookPath(product))}>
          <ForeignText text={product.title} language={product.language} />
        </a>
        <small>
          {common(`formats.${variant.format}`)} · <Price ringgit={each} className="" />
        </small>
        <div className="cart-line-qty">
          {variant.stock > 0 && (
            <QuantityStepper
              title={product.title}
              qty={line.qty}
              min={1}
              max={Math.min(MAX_QTY, variant.stock)}
              onChange={(qty) => setQty(line.vid, qty)}
            />
          )}
          <button type="button" className="tool" onClick={onRemove} aria-label={t('remove', { title: product.title })}>
            <Trash2 aria-hidden="true" size={18} />
          </button>
          {action}
        </div>
        <DispatchNote variant={variant} qty={line.qty} />
        {variant.stock === 0 && <p className="field-error">{t('outOfStock')}</p>}
        {variant.stock > 0 && line.qty >= variant.stock && (
          <p className="field-hint">{common('onlyLeft', { count: variant.stock })}</p>
        )}
      </div>
      {variant.stock > 0 && <Price ringgit={ringgitFromSen(sumAdjustments(adjustments))} />}
      <Adjustments reasons={adjustments} />
    </li>
  );
}

/**
 * What changed since the cart was filled: titles that left the shop, reduced quantities, and what member prices save.
 * Renders nothing without changes.
 */
export function CartChangeAlerts({ cart }: { cart: Cart }) {
  const t = useTranslations('cart');
  const money = useMoney();
  if (cart.state !== 'ready') return null;
  const { shortages, memberSaving } = cartChanges(linesWithStock(cart));
  const sold = shortages.filter(({ available }) => available === 0);
  return (
    <>
      {cart.missing > 0 && <p className="alert">{t('unavailable', { count: cart.missing })}</p>}
      {cart.reduced.length > 0 && <ReducedLines cart={cart} />}
      {sold.length > 0 && <SoldOutLines sold={sold} cart={cart} />}
      {memberSaving > 0 && <MemberSaving amount={money(memberSaving)} isMember={cart.isMember} />}
    </>
  );
}

/** Lines with a reduced quantity, shown until the reader dismisses them. */
function ReducedLines({ cart }: { cart: Cart }) {
  const t = useTranslations('cart.changes');
  return (
    <div className="alert alert-warning cart-changes">
      <ul>
        {cart.reduced.map(({ variantId, requested, available }) => (
          <li key={variantId}>
            {t('reduced', { title: titleOf(cart, variantId), left: available, wanted: requested })}
          </li>
        ))}
      </ul>
      <button type="button" className="button-plain" onClick={dismissReducedLines}>
        {t('dismiss')}
      </button>
    </div>
  );
}

/** Lines of which nothing is left: the checkout waits until they are gone. */
function SoldOutLines({ sold, cart }: { sold: readonly StockShortage[]; cart: Cart }) {
  const t = useTranslations('cart.changes');
  return (
    <div className="alert alert-danger cart-changes">
      <ul>
        {sold.map(({ variantId }) => (
          <li key={variantId}>{t('soldOut', { title: titleOf(cart, variantId) })}</li>
        ))}
      </ul>
      <button
        type="button"
        className="button-plain"
        onClick={() => {
          for (const { variantId } of sold) setQty(variantId, 0);
        }}
      >
        {t('removeSoldOut')}
      </button>
    </div>
  );
}

function titleOf(cart: Cart, variantId: number): string {
  return cart.products.get(variantId)?.title ?? '';
}

function MemberSaving({ amount, isMember }: { amount: string; isMember: boolean }) {
  const t = useTranslations('cart.changes');
  if (isMember) return <p className="cart-saving is-saving">{t('memberSaving', { amount })}</p>;
  return (
    <p className="cart-saving">
      {t('guestHint', { amount })} <a href={signInPathHere()}>{t('signIn')}</a>
    </p>
  );
}

/** Sign-in that leads back to this page, in the customer area or in the shop. */
function signInPathHere(): string {
  const here = location.pathname + location.search;
  const back = here.startsWith('/customer/') ? { to: here.slice('/customer'.length) } : { back: here };
  return `/customer/auth/login?${new URLSearchParams(back as Record<string, string>)}`;
}
