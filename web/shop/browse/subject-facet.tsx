import { browsePath, type BrowseView } from '#contract/pages.ts';
import { serializeFilter } from '#contract/product-filter.ts';
import { ancestors, isSubject, parentSubject } from '#domain/catalogue/subject.ts';
import { Count } from '../../ui/text.tsx';
import { useLocalePath, useShopTranslations, useSubjectName } from '../shop-context.tsx';
import { FacetCheckbox, type FacetValue } from './facet-checkbox.tsx';

const VISIBLE_SUBJECTS = 10;

type View = Pick<BrowseView, 'filter' | 'result'>;

/**
 * The tree of subjects: the top level, or what is below the chosen subject, with the way back up. An address may choose
 * several; they can be dropped one by one.
 */
export function SubjectFacet({ view }: { view: View }) {
  const t = useShopTranslations();
  const name = useSubjectName();
  const chosen = view.filter.subject ?? [];
  const [current] = chosen.length === 1 ? chosen : [];
  const values = view.result.facets.subject.filter(
    ({ value }) => isSubject(value) && parentSubject(value) === current && !chosen.includes(value),
  );
  if (values.length === 0 && chosen.length === 0) return null;
  return (
    <fieldset>
      <legend>{t('browse.subject')}</legend>
      {current === undefined ? (
        chosen.map((code) => (
          <FacetCheckbox key={code} name="subject" one={valueOf(view, code, name(code))} chosen={chosen} />
        ))
      ) : (
        <>
          <input type="hidden" name="subject" value={current} />
          <SubjectTrail view={view} current={current} />
        </>
      )}
      <SubjectChoices view={view} values={values} label={current && t('browse.within', { name: name(current) })} />
    </fieldset>
  );
}

function valueOf({ result }: View, code: string, label: string): FacetValue {
  return result.facets.subject.find(({ value }) => value === code) ?? { value: code, label, count: 0 };
}

/** All subjects, those above the chosen one, and itself. */
function SubjectTrail({ view, current }: { view: View; current: string }) {
  const t = useShopTranslations();
  const name = useSubjectName();
  const href = useSubjectLink(view);
  return (
    <ol className="subject-trail">
      <li>
        <a href={href(undefined)} data-click="filter">
          {t('browse.allSubjects')}
        </a>
      </li>
      {ancestors(current)
        .filter(isSubject)
        .map((code) => (
          <li key={code}>
            <a href={href(code)} data-click="filter">
              {name(code)}
            </a>
          </li>
        ))}
      <li aria-current="true">{isSubject(current) ? name(current) : <bdi dir="ltr">{current}</bdi>}</li>
    </ol>
  );
}

type SubjectChoicesProps = { view: View; values: readonly FacetValue[]; label: string | undefined };

function SubjectChoices({ view, values, label }: SubjectChoicesProps) {
  const href = useSubjectLink(view);
  const choice = (one: FacetValue) => (
    <li key={one.value}>
      <a href={href(one.value)} data-click="filter">
        {one.label}
      </a>{' '}
      <small>
        <Count of={one.count} />
      </small>
    </li>
  );
  const rest = values.slice(VISIBLE_SUBJECTS);
  if (values.length === 0) return null;
  return (
    <>
      <ul className="facet-links" aria-label={label}>
        {values.slice(0, VISIBLE_SUBJECTS).map(choice)}
      </ul>
      {rest.length > 0 && (
        <details className="more" data-fold="subject">
          <summary>
            <bdi dir="ltr">+{rest.length}</bdi>
          </summary>
          <ul className="facet-links">{rest.map(choice)}</ul>
        </details>
      )}
    </>
  );
}

/** The address of the list with another subject instead of those that are chosen, or with none. */
function useSubjectLink({ filter }: View): (code: string | undefined) => string {
  const link = useLocalePath();
  return (code) => link(browsePath(serializeFilter({ ...filter, page: 1, subject: code ? [code] : undefined })));
}
