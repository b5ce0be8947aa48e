import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { listPaymentMethods } from '#contract/payments.ts';
import type { PaymentMethod } from '#domain/payment.ts';
import { call } from '../../browser/client.ts';
import { CartLines } from '../../cart/cart-lines.tsx';
import { explanationOf, quoteOf } from '../../cart/quote.ts';
import { useCart } from '../../cart/use-cart.ts';
import { Refused } from '../../forms/form.tsx';
import { Loading } from '../loading.tsx';
import { useShopPath } from '../use-shop-path.ts';
import { CheckoutSteps } from './checkout-steps.tsx';
import { OrderPlaced } from './order-placed.tsx';
import { useCoupon } from './use-coupon.ts';
import { usePlaced } from './placed.ts';
import { METHODS } from './use-place-order.ts';

/** The whole checkout on one page, open to guests; after the order, its confirmation. */
export function Component() {
  const t = useTranslations('area.checkout');
  const placed = usePlaced();
  const cart = useCart();
  const coupon = useCoupon(cart);
  const methods = useMethods();
  if (placed && cart.lines.length === 0) return <OrderPlaced placed={placed} />;
  if (cart.lines.length === 0) return <EmptyCheckout />;
  const explanation = explanationOf(quoteOf(cart, { coupon: coupon.answer }), { coupon: coupon.answer });
  return (
    <div className="checkout">
      <title>{t('title')}</title>
      <h1>{t('title')}</h1>
      <section className="checkout-books">
        <h2>{t('books')}</h2>
        <CartLines cart={cart} explanation={explanation} />
        {cart.state === 'failed' && <CartFailed onRetry={cart.reload} />}
      </section>
      {cart.state === 'loading' || !methods ? (
        <Loading />
      ) : (
        <CheckoutSteps cart={cart} coupon={coupon} methods={methods} />
      )}
    </div>
  );
}

const BY_TRANSFER: readonly PaymentMethod[] = ['bank_transfer'];

/** The ways to pay, once they are known; a transfer can be made in any case. */
function useMethods(): readonly PaymentMethod[] | undefined {
  const query = useQuery({
    queryKey: METHODS,
    queryFn: ({ signal }) => call(listPaymentMethods, { signal }),
    staleTime: Infinity,
    retry: false,
  });
  return query.isError ? BY_TRANSFER : query.data?.methods;
}

function CartFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('cart');
  return (
    <Refused>
      {t('failed')}{' '}
      <button type="button" className="button-plain" onClick={onRetry}>
        {t('again')}
      </button>
    </Refused>
  );
}

function EmptyCheckout() {
  const t = useTranslations('area.checkout');
  const shop = useShopPath();
  return (
    <div className="empty">
      <title>{t('title')}</title>
      <h1>{t('empty')}</h1>
      <p>{t('emptyText')}</p>
      <a className="button" href={shop('/browse')}>
        {t('toShop')}
      </a>
    </div>
  );
}
