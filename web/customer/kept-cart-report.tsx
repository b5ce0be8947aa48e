import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { CartReport } from '../cart/cart-report.tsx';
import { useCart } from '../cart/use-cart.ts';

/** That the cart came along, and what is different in it. */
export function KeptCartReport({ onDismiss }: { onDismiss: () => void }) {
  const t = useTranslations('cart');
  const cart = useCart();
  const count = cart.lines.reduce((copies, line) => copies + line.qty, 0);
  if (count + cart.missing === 0) return null;
  return (
    <section className="kept-cart" role="status" aria-labelledby="kept-cart" aria-busy={cart.state === 'loading'}>
      <h2 id="kept-cart">{t('report.kept')}</h2>
      {count > 0 && <p>{t('count', { count })}</p>}
      <CartReport cart={cart} />
      <div className="card-actions">
        <Link className="button-plain" to="/checkout" onClick={onDismiss}>
          {t('checkout')}
        </Link>
        <button type="button" className="button-plain" onClick={onDismiss}>
          {t('report.dismiss')}
        </button>
      </div>
    </section>
  );
}
