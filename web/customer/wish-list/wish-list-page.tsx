import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { WISH_SORTS } from '#contract/options.ts';
import type { WishedTitle } from '#contract/account.ts';
import { FIRST_COVERS } from '../../ui/cover.tsx';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { LoadMoreButton, EmptyList } from '../page/pagination.tsx';
import { PageHead } from '../page/page-head.tsx';
import { QueryContent } from '../page/page-states.tsx';
import { useToggleWish, WishCard } from './wish-card.tsx';
import { useAddFromAddress, useWishedTitles, type WishSort } from './wished-titles.ts';

const WISH_LIST_ID = 'wishes';

/** The wish list, newest first by default (`?sort=`); `?add=ID` adds a product. */
export function Component() {
  const t = useTranslations('area.wishList');
  const menu = useTranslations('area.menu');
  const [search] = useSearchParams();
  const sort = WISH_SORTS.find((one) => one === search.get('sort')) ?? '-wished_at';
  const wishes = useWishedTitles(sort);
  useAddFromAddress();
  const focusKept = useRestoreFocus(WISH_LIST_ID);
  return (
    <div className="page" {...focusKept}>
      <PageHead page="wishList">
        <Link to="/lists">{menu('lists')}</Link>
      </PageHead>
      <QueryContent query={wishes}>
        {({ pages }) => {
          const total = pages[0]?.total ?? 0;
          if (total === 0) return <EmptyList title={t('empty')} text={t('emptyText')} toShop={t('toShop')} />;
          return (
            <>
              <ListHeader total={total} sort={sort} />
              <WishGrid titles={pages.flatMap((page) => page.rows)} />
            </>
          );
        }}
      </QueryContent>
      <LoadMoreButton query={wishes} label={t('more')} />
    </div>
  );
}

function ListHeader({ total, sort }: { total: number; sort: WishSort }) {
  const t = useTranslations('area.wishList');
  const [, setSearch] = useSearchParams();
  return (
    <div className="list-head">
      <p>{t('shown', { count: total })}</p>
      <label>
        {t('sort')}
        <select value={sort} onChange={(event) => setSearch({ sort: event.target.value }, { replace: true })}>
          {WISH_SORTS.map((one) => (
            <option key={one} value={one}>
              {t(`sorts.${one}`)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function WishGrid({ titles }: { titles: readonly WishedTitle[] }) {
  const menu = useTranslations('area.menu');
  const toggle = useToggleWish();
  return (
    <ul className="wishes" id={WISH_LIST_ID} aria-label={menu('wishList')}>
      {titles.map((title, index) => (
        <li key={title.id}>
          <WishCard title={title} heading="h2" isFirst={index < FIRST_COVERS} onRemove={() => toggle(title.objectID)} />
        </li>
      ))}
    </ul>
  );
}
