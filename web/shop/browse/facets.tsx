import { SlidersHorizontal } from 'lucide-react';
import { countFilters, priceBoundsOf, serializeFilter } from '#contract/product-filter.ts';
import { browsePath } from '#contract/pages.ts';
import type { Facets as FacetCounts } from '#contract/products.ts';
import { Count } from '../../ui/text.tsx';
import { isBookFormat, isSellableFormat } from '#domain/catalogue/product.ts';
import type { BrowseView } from '#contract/pages.ts';
import { useLocalePath, useShopTranslations } from '../shop-context.tsx';
import { isListOfItsOwn } from './heading-text.ts';
import { FacetCheckbox, type FacetValue } from './facet-checkbox.tsx';
import { SubjectFacet } from './subject-facet.tsx';

const LISTED_FACETS = ['format', 'language', 'author'] as const;
/** Filters that a list may come with and that are chosen elsewhere. */
const HIDDEN_FACETS = ['publisher', 'series'] as const;
const VISIBLE_VALUES = 8;

/** The filters as a form of check boxes with counts; with scripts each tick answers at once. */
export function Facets({ view: { filter, result, heading } }: { view: BrowseView }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const chosen = isListOfItsOwn(heading) ? 0 : countFilters(filter);
  const listed = LISTED_FACETS.filter((name) => name !== heading.kind);
  const hidden = [...HIDDEN_FACETS, ...LISTED_FACETS.filter((name) => name === heading.kind)];
  const names = {
    format: 'browse.format',
    language: 'browse.language',
    author: 'browse.author_facet',
  } as const;
  return (
    <details className="facets" data-fold="facets">
      <summary className="button button-quiet">
        <SlidersHorizontal aria-hidden="true" size={18} />
        {chosen > 0 ? t('browse.filtersChosen', { count: chosen }) : t('browse.filters')}
      </summary>
      <form action={link('/browse')} data-island="auto-submit">
        {filter.q && <input type="hidden" name="q" value={filter.q} />}
        {filter.sort && <input type="hidden" name="sort" value={filter.sort} />}
        {hidden.flatMap((name) =>
          (filter[name] ?? []).map((value) => <input key={value} type="hidden" name={name} value={value} />),
        )}
        <SubjectFacet view={{ filter, result }} />
        {listed.map((name) => (
          <Facet
            key={name}
            name={name}
            title={t(names[name])}
            values={result.facets[name]}
            chosen={filter[name] ?? []}
          />
        ))}
        <PriceFacet view={{ filter, result }} />
        <label className="check">
          <input type="checkbox" name="in_stock" value="true" defaultChecked={filter.in_stock === 'true'} />
          {t('browse.inStock')}
        </label>
        <ScreenReaderFilter view={{ filter, result }} />
        <button className="button button-quiet needs-no-script">{t('browse.apply')}</button>
      </form>
    </details>
  );
}

/** Offered where there are electronic editions. */
function ScreenReaderFilter({ view: { filter, result } }: { view: Pick<BrowseView, 'filter' | 'result'> }) {
  const t = useShopTranslations();
  const isChosen = filter.screen_reader === 'true';
  const isOffered = result.facets.format.some(({ value }) => isBookFormat(value) && !isSellableFormat(value));
  if (!isChosen && !isOffered) return null;
  return (
    <label className="check">
      <input type="checkbox" name="screen_reader" value="true" defaultChecked={isChosen} />
      {t('browse.screenReader')}
    </label>
  );
}

type FacetProps = { name: string; title: string; values: FacetCounts['subject']; chosen: readonly string[] };

function Facet({ name, title, values, chosen }: FacetProps) {
  if (values.length === 0) return null;
  const first = values.filter((one, index) => index < VISIBLE_VALUES || chosen.includes(one.value));
  const rest = values.filter((one) => !first.includes(one));
  const box = (one: FacetValue) => <FacetCheckbox key={one.value} name={name} one={one} chosen={chosen} />;
  return (
    <fieldset>
      <legend>{title}</legend>
      {first.map(box)}
      {rest.length > 0 && (
        <details className="more" data-fold={name}>
          <summary>
            <bdi dir="ltr">+{rest.length}</bdi>
          </summary>
          {rest.map(box)}
        </details>
      )}
    </fieldset>
  );
}

function PriceFacet({ view: { filter, result } }: { view: Pick<BrowseView, 'filter' | 'result'> }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  if (result.facets.price.length === 0) return null;
  return (
    <fieldset>
      <legend>{t('browse.price')}</legend>
      {filter.min_price !== undefined && <input type="hidden" name="min_price" value={filter.min_price} />}
      {filter.max_price !== undefined && <input type="hidden" name="max_price" value={filter.max_price} />}
      <ul className="facet-links">
        {result.facets.price.map(({ value, label, count }) => {
          const bounds = priceBoundsOf(value);
          const isChosen = filter.min_price === bounds.min_price && filter.max_price === bounds.max_price;
          const href = link(browsePath(serializeFilter({ ...filter, page: 1, ...bounds })));
          return (
            <li key={value}>
              <a href={href} data-click="filter" aria-current={isChosen ? 'true' : undefined}>
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
