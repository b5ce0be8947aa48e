import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { inLocale, splitLocale } from '#contract/pages.ts';
import { isPostalCodeValid } from '#domain/postal-code.ts';
import { CartLines } from '../../cart/cart-lines.tsx';
import { CartSums } from '../../cart/cart-sums.tsx';
import { explanationOf, quoteOf } from '../../cart/quote.ts';
import { useCart } from '../../cart/use-cart.ts';
import { renderIsland } from './island.tsx';

/** Puts the stored cart in the place of the page's own. */
export async function start(): Promise<void> {
  const place = document.querySelector('[data-island=cart-page]');
  if (place) await renderIsland(place, <CartPage />);
}

function CartPage() {
  const t = useTranslations('cart');
  const common = useTranslations('common');
  const cart = useCart();
  const [postalCode, setPostalCode] = useState('');
  if (cart.lines.length === 0) return <Empty />;
  const isWrong = postalCode.length >= 5 && !isPostalCodeValid(postalCode);
  const quote = quoteOf(cart, { postalCode });
  const explanation = explanationOf(quote, { postalCode });
  return (
    <>
      <CartLines cart={cart} explanation={explanation} />
      <div className="cart-sums">
        <div className="field">
          <label htmlFor="zip">{t('postalCode')}</label>
          <input
            id="zip"
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={5}
            value={postalCode}
            onChange={(event) => setPostalCode(event.target.value)}
            aria-invalid={isWrong}
            aria-describedby="zip-hint"
          />
          <p id="zip-hint" className={isWrong ? 'field-error' : 'field-hint'} role="status">
            {isWrong ? common('fields.postal_code') : t('postalCodeHint')}
          </p>
        </div>
        <CartSums quote={quote} delivery={explanation.delivery} />
        <a className="button button-buy" href="/customer/checkout">
          {t('checkout')}
        </a>
      </div>
    </>
  );
}

function Empty() {
  const t = useTranslations('cart');
  return (
    <div className="empty">
      <p>{t('empty')}</p>
      <p>{t('emptyHint')}</p>
      <a className="button" href={inLocale(splitLocale(location.pathname).locale, '/browse')}>
        {t('browse')}
      </a>
    </div>
  );
}
