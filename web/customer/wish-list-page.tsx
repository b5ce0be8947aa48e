import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { WISH_SORTS, type WishedTitle } from '#contract/wish-lists.ts';
import { useFocusKept } from '../ui/use-focus-kept.ts';
import { MoreButton } from './more-button.tsx';
import { NothingYet } from './nothing-yet.tsx';
import { Loaded } from './page-states.tsx';
import { PageTitle } from './page-title.tsx';
import { useAddFromAddress, useToggleWish, useWishedTitles, type WishSort } from './wish-list/use-wishes.ts';
import { WishCard } from './wish-list/wish-card.tsx';

const LIST = 'wishes';

/** The wished titles, newest first unless `?sort=` says otherwise; `?add=ID` puts a title on the list on arrival. */
export function Component() {
  const t = useTranslations('area.wishes');
  const [search] = useSearchParams();
  const sort = WISH_SORTS.find((one) => one === search.get('sort')) ?? '-wished_at';
  const wishes = useWishedTitles(sort);
  useAddFromAddress();
  const focusKept = useFocusKept(LIST);
  return (
    <div className="page" {...focusKept}>
      <PageTitle title={t('title')} />
      <Loaded query={wishes}>
        {({ pages }) => {
          const total = pages[0]?.total ?? 0;
          if (total === 0) return <NothingYet title={t('empty')} text={t('emptyText')} toShop={t('toShop')} />;
          return (
            <>
              <ListHead total={total} sort={sort} />
              <Wishes titles={pages.flatMap((page) => page.rows)} />
            </>
          );
        }}
      </Loaded>
      <MoreButton query={wishes} words={t('more')} />
    </div>
  );
}

function ListHead({ total, sort }: { total: number; sort: WishSort }) {
  const t = useTranslations('area.wishes');
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

function Wishes({ titles }: { titles: readonly WishedTitle[] }) {
  const t = useTranslations('area.wishes');
  const toggle = useToggleWish();
  return (
    <ul className="wishes" id={LIST} aria-label={t('title')}>
      {titles.map((title) => (
        <li key={title.id}>
          <WishCard title={title} heading="h2" onRemove={() => toggle(title.objectID)} />
        </li>
      ))}
    </ul>
  );
}
