import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { bookPath, inLocale } from '#contract/pages.ts';
import type { CartProduct } from '#contract/products.ts';
import { MAX_QTY, type CartLine } from '#domain/cart.ts';
import { costOf, type Explanation, type LineReason } from '#domain/explain.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { putBack, setQty } from '../browser/cart.ts';
import { Cover } from '../ui/cover.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Price } from '../ui/price.tsx';
import { Reasons } from '../ui/reasons.tsx';
import { Stepper } from '../ui/stepper.tsx';
import { useFocusKept } from '../ui/use-focus-kept.ts';
import { useReaderLocale } from '../ui/use-reader-locale.ts';
import { CartReport } from './cart-report.tsx';
import type { Cart } from './use-cart.ts';

type Removed = { line: CartLine; index: number; title: string };

/** The lines of a cart with their prices and why, changed in place; a line taken out can be put back. */
export function CartLines({ cart, explanation }: { cart: Cart; explanation: Explanation }) {
  const t = useTranslations('cart');
  const [removed, setRemoved] = useState<Removed>();
  const id = useId();
  const focusKept = useFocusKept(id);
  const remove = (line: CartLine, index: number, title: string) => {
    setQty(line.vid, 0);
    setRemoved({ line, index, title });
  };
  return (
    <>
      <div role="status" {...focusKept}>
        <CartReport cart={cart} />
        {removed && (
          <p className="notice">
            {t('removed', { title: removed.title })}{' '}
            <button
              type="button"
              className="button-plain"
              onClick={() => {
                putBack(removed.line, removed.index);
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
            <Line
              key={line.vid}
              line={line}
              product={product}
              reasons={explanation.lines.find(({ vid }) => vid === line.vid)?.reasons ?? []}
              isMember={cart.isMember}
              onRemove={() => remove(line, index, product.title)}
            />
          ) : (
            <li key={line.vid} className="cart-line cart-line-loading" aria-busy="true" />
          );
        })}
      </ul>
    </>
  );
}

type LineProps = {
  line: CartLine;
  product: CartProduct;
  reasons: readonly LineReason[];
  isMember: boolean;
  onRemove: () => void;
};

function Line({ line, product, reasons, isMember, onRemove }: LineProps) {
  const t = useTranslations('cart');
  const common = useTranslations('common');
  const locale = useReaderLocale();
  const variant = product.variants.find((one) => one.id === line.vid);
  if (!variant) return null;
  const each = isMember ? variant.price : variant.original_price;
  return (
    <li className="cart-line">
      <Cover src={product.cover} size="small" />
      <div className="cart-line-words">
        <a href={inLocale(locale, bookPath(product))}>
          <ForeignText text={product.title} language={product.language} />
        </a>
        <small>
          {common(`formats.${variant.format}`)} · <Price ringgit={each} className="" />
        </small>
        <div className="cart-line-qty">
          <Stepper
            title={product.title}
            qty={line.qty}
            least={1}
            most={MAX_QTY}
            onSet={(qty) => setQty(line.vid, qty)}
          />
          <button type="button" className="tool" onClick={onRemove} aria-label={t('remove', { title: product.title })}>
            <Trash2 aria-hidden="true" size={18} />
          </button>
        </div>
        {variant.stock < line.qty && (
          <p className="field-error">{variant.stock === 0 ? t('gone') : t('onlyLeft', { count: variant.stock })}</p>
        )}
      </div>
      <Price ringgit={ringgitFromSen(costOf(reasons))} />
      <Reasons reasons={reasons} />
    </li>
  );
}
