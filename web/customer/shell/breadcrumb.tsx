import { Link, useMatches, useSearchParams, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { NoWrapNumbers } from '../../ui/text.tsx';
import type { BreadcrumbHandle } from './menu-items.ts';
import { useShopPath } from './locale.tsx';
import Star from 'lucide-react/icons/star';
import { MAX_STARRED_PAGES } from '#contract/options.ts';
import { storedProfile } from '../../browser/session.ts';
import { showToast } from './toasts.tsx';
import { useSaveSettings, useProfile } from '../profile/current-profile.ts';

/** The breadcrumb, and the star of this page. */
export function TitleBar({ isMember, canStar }: { isMember: boolean; canStar: boolean }) {
  return (
    <div className="title-bar">
      <Breadcrumb isMember={isMember} />
      {canStar && <StarButton />}
    </div>
  );
}

/** Links from the home page down to the current page, an order by its number. */
function Breadcrumb({ isMember }: { isMember: boolean }) {
  const t = useTranslations('customer.site');
  const trail = useBreadcrumb();
  return (
    <nav className="breadcrumb" aria-label={t('breadcrumb')}>
      <ol>
        <li>
          <HomeLink isMember={isMember} />
        </li>
        {trail.map(({ name, to }, index) => (
          <li key={to}>
            {index === trail.length - 1 ? (
              <span aria-current="page">
                <NoWrapNumbers text={name} />
              </span>
            ) : (
              <Link to={to}>{name}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function useBreadcrumb(): { name: string; to: string }[] {
  const t = useTranslations('area');
  const order = useSearchParams()[0].get('order');
  return useMatches().flatMap(({ handle, pathname: to }) => {
    if (!handle) return [];
    const { breadcrumb } = handle as BreadcrumbHandle;
    const page = { name: t(`menu.${breadcrumb}`), to };
    if (breadcrumb !== 'orders' || !order) return page;
    return [page, { name: t('orders.number', { number: order }), to: `${to}?order=${encodeURIComponent(order)}` }];
  });
}

/** A guest's home page is the shop's: the customer area's would require signing in. */
function HomeLink({ isMember }: { isMember: boolean }) {
  const t = useTranslations('customer.site');
  const shop = useShopPath();
  return isMember ? <Link to="/">{t('home')}</Link> : <a href={shop('/')}>{t('home')}</a>;
}

/** Stars or unstars the current page. */
export function StarButton() {
  const t = useTranslations('customer.shell');
  const { pathname } = useLocation();
  const { starred, toggle } = useStarred();
  const isStarred = starred.includes(pathname);
  return (
    <button
      type="button"
      className="tool star"
      aria-pressed={isStarred}
      aria-label={t('star')}
      onClick={() => toggle(pathname)}
    >
      <Star aria-hidden="true" size={20} />
    </button>
  );
}

/** The starred pages, and how to toggle one; the eleventh is rejected with a toast. */
export function useStarred(): { starred: readonly string[]; toggle: (path: string) => void } {
  const t = useTranslations('customer.shell');
  const save = useSaveSettings();
  const starred = useProfile()?.starred ?? [];
  const toggle = (path: string) => {
    const before = storedProfile()?.starred ?? [];
    const next = before.includes(path) ? before.filter((one) => one !== path) : [...before, path];
    if (next.length > MAX_STARRED_PAGES) showToast({ text: t('starLimit'), kind: 'warning' });
    else void save({ starred: next });
  };
  return { starred, toggle };
}
