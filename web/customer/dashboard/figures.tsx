import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Dashboard } from '#contract/dashboard.ts';
import { Count } from '../../ui/count.tsx';
import { Price } from '../../ui/price.tsx';

/** A customer's life in the shop in four figures. */
export function Figures({ dashboard: { counts, saved } }: { dashboard: Dashboard }) {
  const t = useTranslations('area.dashboard.figures');
  return (
    <dl className="figures" aria-label={t('label')}>
      <Figure name={t('orders')}>
        <Count of={counts.orders} />
      </Figure>
      <Figure name={t('books')}>
        <Count of={counts.books} />
      </Figure>
      <Figure name={t('saved')}>
        <Price ringgit={saved} className="" />
      </Figure>
      <Figure name={t('wishes')}>
        <Count of={counts.wishes} />
      </Figure>
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
