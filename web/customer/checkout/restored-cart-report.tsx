import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { CartChangeAlerts } from '../../cart/cart-lines.tsx';
import { useCart } from '../../cart/use-cart.ts';
import { CartMessages } from './cart-messages.tsx';

/** Reports that the cart was restored, and what changed in it. */
export function RestoredCartReport(props: RestoredCartProps) {
  return (
    <CartMessages>
      <RestoredCart {...props} />
    </CartMessages>
  );
}

type RestoredCartProps = { onDismiss: () => void };

function RestoredCart({ onDismiss }: RestoredCartProps) {
  const t = useTranslations('cart');
  const cart = useCart();
  const count = cart.lines.reduce((copies, line) => copies + line.qty, 0);
  if (count + cart.missing === 0) return null;
  return (
    <section
      className="restored-cart"
      role="status"
      aria-labelledby="restored-cart"
      aria-busy={cart.state === 'loading'}
    >
      <h2 id="restored-cart">{t('changes.restored')}</h2>
      {count > 0 && <p>{t('count', { count })}</p>}
      <CartChangeAlerts cart={cart} />
      <div className="card-actions">
        <Link className="button-plain" to="/checkout" onClick={onDismiss}>
          {t('checkout')}
        </Link>
        <button type="button" className="button-plain" onClick={onDismiss}>
          {t('changes.dismiss')}
        </button>
      </div>
    </section>
  );
}
