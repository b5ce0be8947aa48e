import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Dashboard } from '#contract/dashboard.ts';
import { useFocusKept } from '../../ui/use-focus-kept.ts';
import { useLeavingWishes, useToggleWish } from '../wish-list/use-wishes.ts';
import { WishCard } from '../wish-list/wish-card.tsx';

/** Wished titles that cost less than when they were wished. */
export function PriceDrops({ dashboard: { price_drops, counts } }: { dashboard: Dashboard }) {
  const t = useTranslations('area');
  const toggle = useToggleWish();
  const focusKept = useFocusKept('price-drops');
  const leaving = useLeavingWishes();
  const shown = price_drops.filter(({ objectID }) => !leaving.includes(objectID));
  const more = counts.price_drops - price_drops.length;
  if (shown.length + more === 0) return null;
  return (
    <section className="part" aria-labelledby="price-drops" {...focusKept}>
      <div className="part-head">
        <h2 id="price-drops">{t('dashboard.drops')}</h2>
        <Link to="/wish-list?sort=-drop">{t('menu.wishList')}</Link>
      </div>
      <ul className="wishes is-one-row">
        {shown.map((title) => (
          <li key={title.id}>
            <WishCard title={title} heading="h3" onRemove={() => toggle(title.objectID)} />
          </li>
        ))}
      </ul>
      {more > 0 && <Link to="/wish-list?sort=-drop">{t('dashboard.moreDrops', { count: more })}</Link>}
    </section>
  );
}
