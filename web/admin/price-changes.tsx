import { useTranslations } from 'use-intl';
import type { PriceChange, PriceResult } from '#contract/admin-catalogue.ts';
import { senFromRinggit } from '#domain/money.ts';
import { useMoney } from '../ui/text.tsx';

/** Formats that somebody else changed after they were seen. */
export function NotChanged({ results }: { results: readonly PriceResult[] }) {
  const t = useTranslations('adminCatalogue.prices');
  return (
    <div className="alert alert-warning" role="alert">
      <p>{t('failed', { count: results.length })}</p>
      <ul>
        {results.map(({ isbn, error }) => (
          <li key={isbn}>
            <bdi>{isbn}</bdi>: {t(`reasons.${error === 'edited_meanwhile' ? error : 'unknown'}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What prices and stock were, and what they become. */
export function PriceChanges({ changes }: { changes: readonly PriceChange[] }) {
  const t = useTranslations('adminCatalogue');
  const names = useTranslations('common.formats');
  const money = useMoney();
  const amount = (ringgit: number) => money(senFromRinggit(ringgit));
  const count = (copies: number | null) => String(copies ?? '');
  return (
    <div className="admin-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('list.name')}</th>
            <th scope="col">{t('title.listPrice')}</th>
            <th scope="col">{t('title.memberPrice')}</th>
            <th scope="col">{t('list.stock')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ line, isbn, title, format, before, after, is_big: isBig }) => (
            <tr key={line}>
              <td className="is-detail">
                <bdi>{title}</bdi>
                <small>
                  {names(format)} <bdi>{isbn}</bdi>
                  {isBig && <span className="order-state price-big">{t('prices.bigMark')}</span>}
                </small>
              </td>
              <Moved before={amount(before.list_price)} after={amount(after.list_price)} />
              <Moved before={amount(before.member_price)} after={amount(after.member_price)} />
              <Moved before={count(before.stock)} after={count(after.stock)} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Moved({ before, after }: { before: string; after: string }) {
  const t = useTranslations('adminCatalogue.prices');
  return (
    <td className="is-detail">
      {before === after ? <span>{after}</span> : <b>{after}</b>}
      {before !== after && <small>{t('before', { value: before })}</small>}
    </td>
  );
}
