import { Heart, Tag, Truck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { bookPath } from '#contract/pages.ts';
import type { ProductRow } from '#contract/products.ts';
import { formatSen, senFromRinggit } from '#domain/money.ts';
import { ZONES } from '#domain/shipping-zones.ts';
import { Cover } from '../../ui/cover.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Price } from '../../ui/price.tsx';
import { useShopPath } from '../use-shop-path.ts';

/** For a customer who has not ordered yet: what membership brings, and what others read. */
export function Newcomer({ picks }: { picks: readonly ProductRow[] }) {
  const t = useTranslations('area.dashboard');
  const shop = useShopPath();
  return (
    <>
      <section className="newcomer" aria-labelledby="newcomer">
        <h2 id="newcomer">{t('newcomer.title')}</h2>
        <ul>
          <li>
            <Tag aria-hidden="true" size={20} />
            {t('newcomer.price')}
          </li>
          <li>
            <Truck aria-hidden="true" size={20} />
            {t('newcomer.delivery', { amount: formatSen(ZONES[0]!.freeFrom) })}
          </li>
          <li>
            <Heart aria-hidden="true" size={20} />
            {t('newcomer.wishes')}
          </li>
        </ul>
        <a className="button" href={shop('/browse')}>
          {t('toShop')}
        </a>
      </section>
      {picks.length > 0 && <Picks picks={picks} />}
    </>
  );
}

function Picks({ picks }: { picks: readonly ProductRow[] }) {
  const t = useTranslations('area.dashboard.newcomer');
  return (
    <section className="part" aria-labelledby="picks">
      <h2 id="picks">{t('picks')}</h2>
      <ul className="wishes is-one-row">
        {picks.map((row) => (
          <li key={row.id}>
            <Pick row={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Pick({ row }: { row: ProductRow }) {
  const t = useTranslations('area.dashboard.newcomer');
  const shop = useShopPath();
  const saving = senFromRinggit(row.original_price) - senFromRinggit(row.price);
  return (
    <article className="wish">
      <a className="wish-link" href={shop(bookPath(row))}>
        <Cover src={row.cover} />
        <h3 className="wish-title">
          <ForeignText text={row.title} language={row.language} />
        </h3>
      </a>
      <p className="wish-author">
        <ForeignText text={row.authors.map((author) => author.name).join(', ')} language={row.language} />
      </p>
      <p className="wish-prices">
        <Price ringgit={row.price} />
        {saving > 0 && (
          <s>
            <Price ringgit={row.original_price} className="" />
          </s>
        )}
      </p>
      {saving > 0 && <p className="wish-drop">{t('saves', { amount: formatSen(saving) })}</p>}
    </article>
  );
}
