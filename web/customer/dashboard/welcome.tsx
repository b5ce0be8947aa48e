import Heart from 'lucide-react/icons/heart';
import Tag from 'lucide-react/icons/tag';
import Truck from 'lucide-react/icons/truck';
import { useTranslations } from 'use-intl';
import type { Dashboard } from '#contract/dashboard.ts';
import { bookPath } from '#contract/pages.ts';
import type { ProductRow } from '#contract/products.ts';
import { senFromRinggit } from '#domain/money.ts';
import { Cover } from '../../ui/cover.tsx';
import { useZoneName } from '../../ui/delivery.tsx';
import { ForeignText, Price, useMoney } from '../../ui/text.tsx';
import { useShopPath } from '../shell/locale.tsx';

/** For a customer without orders: the benefits of membership, and bestsellers. */
export function Welcome({ dashboard: { picks, free_delivery: free } }: { dashboard: Dashboard }) {
  const t = useTranslations('dashboard');
  const shop = useShopPath();
  return (
    <>
      <section className="welcome-panel" aria-labelledby="welcome">
        <h2 id="welcome">{t('newCustomer.title')}</h2>
        <ul>
          <li>
            <Tag aria-hidden="true" size={20} />
            {t('newCustomer.price')}
          </li>
          {free && <FreeDelivery free={free} />}
          <li>
            <Heart aria-hidden="true" size={20} />
            {t('newCustomer.wishList')}
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

function FreeDelivery({ free }: { free: NonNullable<Dashboard['free_delivery']> }) {
  const t = useTranslations('dashboard.newCustomer');
  const money = useMoney();
  const zoneName = useZoneName();
  return (
    <li>
      <Truck aria-hidden="true" size={20} />
      {t('delivery', { zone: zoneName(free.zone), amount: money(senFromRinggit(free.from)) })}
    </li>
  );
}

function Picks({ picks }: { picks: readonly ProductRow[] }) {
  const t = useTranslations('dashboard.newCustomer');
  return (
    <section className="page-section" aria-labelledby="picks">
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
  const t = useTranslations('dashboard.newCustomer');
  const money = useMoney();
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
      {saving > 0 && <p className="wish-price-drop">{t('saves', { amount: money(saving) })}</p>}
    </article>
  );
}
