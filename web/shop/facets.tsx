import { browsePath } from '#contract/pages.ts';
import type { Facets as FacetCounts } from '#contract/products.ts';
import { boundsOf, queryOf } from '#contract/product-query.ts';
import { Count } from '../ui/count.tsx';
import type { BrowseView } from './browse-page.tsx';
import { useLink, useShopWords } from './shop-context.tsx';

const LISTED = ['subject', 'format', 'language', 'author'] as const;
const OPEN_AT_FIRST = 8;

/** The filters as a form of check boxes with counts; with scripts each tick answers at once. */
export function Facets({ view: { filter, result } }: { view: BrowseView }) {
  const t = useShopWords();
  const link = useLink();
  const names = {
    subject: 'browse.subject',
    format: 'browse.format',
    language: 'browse.language',
    author: 'browse.author_facet',
  } as const;
  return (
    <details className="facets">
      <summary>{t('browse.filters')}</summary>
      <form action={link('/browse')} data-island="auto-submit">
        {filter.q && <input type="hidden" name="q" value={filter.q} />}
        {filter.sort && <input type="hidden" name="sort" value={filter.sort} />}
        {LISTED.map((name) => (
          <Facet
            key={name}
            name={name}
            title={t(names[name])}
            values={result.facets[name]}
            chosen={filter[name] ?? []}
          />
        ))}
        <Prices view={{ filter, result }} />
        <label className="check">
          <input type="checkbox" name="in_stock" value="true" defaultChecked={filter.in_stock === 'true'} />
          {t('browse.inStock')}
        </label>
        <button className="button button-quiet needs-no-script">{t('browse.apply')}</button>
      </form>
    </details>
  );
}

type FacetProps = { name: string; title: string; values: FacetCounts['subject']; chosen: readonly string[] };

function Facet({ name, title, values, chosen }: FacetProps) {
  if (values.length === 0) return null;
  const first = values.filter((one, index) => index < OPEN_AT_FIRST || chosen.includes(one.value));
  const rest = values.filter((one) => !first.includes(one));
  const box = (one: FacetCounts['subject'][number]) => (
    <label className="check" key={one.value}>
      <input type="checkbox" name={name} value={one.value} defaultChecked={chosen.includes(one.value)} />
      <bdi>{one.label}</bdi>{' '}
      <small>
        <Count of={one.count} />
      </small>
    </label>
  );
  return (
    <fieldset>
      <legend>{title}</legend>
      {first.map(box)}
      {rest.length > 0 && (
        <details className="more">
          <summary>
            <bdi dir="ltr">+{rest.length}</bdi>
          </summary>
          {rest.map(box)}
        </details>
      )}
    </fieldset>
  );
}

function Prices({ view: { filter, result } }: { view: Pick<BrowseView, 'filter' | 'result'> }) {
  const t = useShopWords();
  const link = useLink();
  if (result.facets.price.length === 0) return null;
  return (
    <fieldset>
      <legend>{t('browse.price')}</legend>
      {filter.min_price !== undefined && <input type="hidden" name="min_price" value={filter.min_price} />}
      {filter.max_price !== undefined && <input type="hidden" name="max_price" value={filter.max_price} />}
      <ul className="ranges">
        {result.facets.price.map(({ value, label, count }) => {
          const bounds = boundsOf(value);
          const isChosen = filter.min_price === bounds.min_price && filter.max_price === bounds.max_price;
          const href = link(browsePath(queryOf({ ...filter, page: 1, ...bounds })));
          return (
            <li key={value}>
              <a href={href} aria-current={isChosen ? 'true' : undefined}>
                <bdi dir="ltr">{label}</bdi>
              </a>{' '}
              <small>
                <Count of={count} />
              </small>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
