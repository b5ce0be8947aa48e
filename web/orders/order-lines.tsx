import { useFormatter, useTranslations } from 'use-intl';
import { pricesOf } from '#contract/order-prices.ts';
import type { Order } from '#contract/orders.ts';
import { bookPath } from '#contract/pages.ts';
import { ringgitFromSen, senFromRinggit } from '#domain/money.ts';
import { Cover } from '../ui/cover.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Price } from '../ui/price.tsx';
import { Reasons } from '../ui/reasons.tsx';
import { Sums } from '../ui/sums.tsx';

/** Makes a shop address one of the reader's language. */
type ShopPath = (path: string) => string;

/** The books of an order with their prices and why, and the figures of it all. */
export function OrderLines({ order, shopPath }: { order: Order; shopPath: ShopPath }) {
  const { sums, explanation } = pricesOf(order);
  return (
    <>
      <ul className="cart-lines">
        {order.lines.map((line) => (
          <Line
            key={line.id}
            line={line}
            href={shopPath(bookPath({ id: line.product_id, slug: '-' }))}
            reasons={explanation?.lines.find(({ vid }) => vid === line.variant_id)?.reasons}
          />
        ))}
      </ul>
      <Sums sums={sums} delivery={explanation?.delivery} />
    </>
  );
}

type LineProps = { line: Order['lines'][number]; href: string; reasons: Parameters<typeof Reasons>[0]['reasons'] };

function Line({ line, href, reasons }: LineProps) {
  const t = useTranslations('common');
  const format = useFormatter();
  const cost = senFromRinggit(line.unit_price) * line.qty - senFromRinggit(line.proDis);
  return (
    <li className="cart-line">
      <Cover src={line.cover} size="small" />
      <div className="cart-line-words">
        <a href={href}>
          <ForeignText text={line.title} language={line.language} />
        </a>
        <small>
          {format.number(line.qty)} × {t(`formats.${line.format}`)}
          {line.isbn && (
            <>
              {' · '}
              <bdi>{line.isbn}</bdi>
            </>
          )}
        </small>
      </div>
      <Price ringgit={ringgitFromSen(cost)} />
      <Reasons reasons={reasons} />
    </li>
  );
}
