import { useId } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { CUSTOMER_AREA } from '#contract/pages.ts';
import { isSignedIn } from '../../browser/session.ts';
import { logOutHere } from '../log-out.ts';
import { useShopPath } from '../use-shop-path.ts';

/**
 * The one button of a status page. Sign-in pages open for who is signed out only, so for them it signs out first;
 * `again` loads the start anew, to see whether the shop is back.
 */
export function Primary({ to, label }: { to: string; label: string }) {
  if (to === 'again')
    return (
      <a className="button" href={`${CUSTOMER_AREA}/`}>
        {label}
      </a>
    );
  if (to.startsWith('/auth/') && isSignedIn())
    return (
      <button type="button" className="button" onClick={() => void logOutHere(CUSTOMER_AREA + to)}>
        {label}
      </button>
    );
  return (
    <Link className="button" to={to}>
      {label}
    </Link>
  );
}

/** Back to where the customer was; to the start where this page is the first. */
export function BackButton({ label }: { label: string }) {
  const navigate = useNavigate();
  const isFirst = useLocation().key === 'default';
  return (
    <button type="button" className="button" onClick={() => void (isFirst ? navigate('/') : navigate(-1))}>
      {label}
    </button>
  );
}

/** Looks for a book in the shop. */
export function SearchForm() {
  const t = useTranslations('customer.site');
  const shop = useShopPath();
  const id = useId();
  return (
    <form className="status-search" action={shop('/browse')} role="search">
      <label htmlFor={id}>{t('search')}</label>
      <div>
        <input id={id} type="search" name="q" maxLength={200} />
        <button className="button button-quiet">{t('find')}</button>
      </div>
    </form>
  );
}

export type Way = 'start' | 'browse' | 'wishes' | 'orders' | 'help';

/** Quieter ways on. */
export function Ways({ ways }: { ways: readonly Way[] }) {
  const t = useTranslations('customer.ways');
  const shop = useShopPath();
  const own: Partial<Record<Way, string>> = {
    start: '/',
    wishes: '/wish-list',
    orders: '/my-orders',
    help: '/tickets',
  };
  return (
    <nav className="status-ways" aria-label={t('label')}>
      <ul>
        {ways.map((way) => (
          <li key={way}>{own[way] ? <Link to={own[way]}>{t(way)}</Link> : <a href={shop('/browse')}>{t(way)}</a>}</li>
        ))}
      </ul>
    </nav>
  );
}
