import { useTranslations } from 'use-intl';
import { Cover } from '../../ui/cover.tsx';

const SHOWN = 5;

type OrderCoversProps = {
  /** Of all the order's titles, or of the first ones. */
  covers: readonly string[];
  titles: number;
};

/** The covers of an order side by side, and how many more there are. The titles stand elsewhere. */
export function OrderCovers({ covers, titles }: OrderCoversProps) {
  const t = useTranslations('area.orders');
  const more = titles - Math.min(SHOWN, covers.length);
  return (
    <div className="order-covers" aria-hidden="true">
      {covers.slice(0, SHOWN).map((cover, index) => (
        <Cover key={`${index}-${cover}`} src={cover} size="small" />
      ))}
      {more > 0 && <span className="order-more">{t('more', { count: more })}</span>}
    </div>
  );
}
