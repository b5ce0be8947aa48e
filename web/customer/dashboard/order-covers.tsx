import { useTranslations } from 'use-intl';
import { Cover } from '../../ui/cover.tsx';

const MAX_COVERS = 5;

type OrderCoversProps = {
  /** The covers of all titles of the order, or of the first ones. */
  covers: readonly string[];
  titles: number;
};

/** The covers of an order side by side, and the number of others; decorative. */
export function OrderCovers({ covers, titles }: OrderCoversProps) {
  const t = useTranslations('area.orders');
  const more = titles - Math.min(MAX_COVERS, covers.length);
  return (
    <div className="order-covers" aria-hidden="true">
      {covers.slice(0, MAX_COVERS).map((cover, index) => (
        <Cover key={`${index}-${cover}`} src={cover} size="small" />
      ))}
      {more > 0 && <span className="order-more">{t('more', { count: more })}</span>}
    </div>
  );
}
