import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { bookPath, localizedPath } from '#contract/pages.ts';
import type { CartProduct } from '#contract/products.ts';
import { DispatchNote } from '../ui/arrival.tsx';
import { Cover } from '../ui/cover.tsx';
import { ForeignText, Price, useReaderLocale } from '../ui/text.tsx';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import type { SavedLines } from './saved-lines.ts';

/** What was saved for later, with its prices today; nothing where nothing was. */
export function SavedTitles({ saved }: { saved: SavedLines }) {
  const t = useTranslations('cartPage.saved');
  const id = useId();
  const focusKept = useRestoreFocus(id);
  return (
    <>
      <div role="status">
        {saved.lastSaved !== undefined && <p className="alert">{t('moved', { title: saved.lastSaved })}</p>}
        {saved.isFailed && <p className="alert alert-danger">{t('failed')}</p>}
      </div>
      {saved.products.length > 0 && (
        <section aria-labelledby={id} {...focusKept}>
          <h2 id={id}>{t('title')}</h2>
          {!saved.isMember && <p className="field-hint">{t('guest')}</p>}
          <ul className="cart-lines">
            {saved.products.map((product) => (
              <SavedTitle key={product.vid} product={product} saved={saved} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function SavedTitle({ product, saved }: { product: CartProduct; saved: SavedLines }) {
  const t = useTranslations('cartPage.saved');
  const common = useTranslations('common');
  const locale = useReaderLocale();
  const variant = product.variants.find(({ id }) => id === product.vid);
  if (!variant) return null;
  return (
    <li className="cart-line">
      <Cover src={product.cover} size="small" />
      <div className="cart-line-text">
        <a href={localizedPath(locale, bookPath(product))}>
          <ForeignText text={product.title} language={product.language} />
        </a>
        <small>{common(`formats.${variant.format}`)}</small>
        {variant.stock > 0 && <DispatchNote variant={variant} qty={product.qty} />}
        <div className="cart-line-qty">
          {variant.stock > 0 ? (
            <button type="button" className="button button-quiet" onClick={() => void saved.moveToCart(product)}>
              {t('toCart')}
            </button>
          ) : (
            <span className="field-hint">{t('soldOut')}</span>
          )}
          <button
            type="button"
            className="button-plain"
            aria-label={t('removeTitle', { title: product.title })}
            onClick={() => void saved.remove(product)}
          >
            {t('remove')}
          </button>
        </div>
      </div>
      <Price ringgit={saved.isMember ? variant.price : variant.original_price} />
    </li>
  );
}
