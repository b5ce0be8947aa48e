import type { OrderWithTimeline } from '#contract/orders.ts';
import { ForeignText } from '../../ui/text.tsx';
import { useShopTranslations } from '../shop-context.tsx';

type OrderLine = OrderWithTimeline['lines'][number];

/** How many copies of which line of an order, as `qty-ID`; `initial` is what is chosen at first. */
export function CopiesFields({
  order,
  initial,
}: {
  order: OrderWithTimeline;
  initial: (line: OrderLine) => string | number;
}) {
  const t = useShopTranslations();
  return (
    <ul className="order-items">
      {order.lines
        .filter((line) => line.refundable_qty > 0)
        .map((line) => (
          <li key={line.id}>
            <label htmlFor={`qty-${line.id}`}>
              <ForeignText text={line.title} language={line.language} />
            </label>
            <select id={`qty-${line.id}`} name={`qty-${line.id}`} defaultValue={initial(line)}>
              {Array.from({ length: line.refundable_qty + 1 }, (_, qty) => (
                <option key={qty} value={qty}>
                  {qty === 0 ? t('orderRequests.items.none') : t('orderRequests.items.copies', { count: qty })}
                </option>
              ))}
            </select>
          </li>
        ))}
    </ul>
  );
}
