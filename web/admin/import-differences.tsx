import { useTranslations } from 'use-intl';
import type { AnyImport, ImportDifference } from '#contract/admin-imports.ts';
import { MAX_LISTED_ROWS } from '#domain/catalogue/import-run.ts';
import { fetchFile } from '../browser/api-client.ts';
import { DownloadButton } from '../customer/page/download-button.tsx';

type Counts = NonNullable<AnyImport['compared']>;

const COUNTS = ['records', 'added', 'changed', 'prices', 'delisted', 'unchanged', 'set_aside', 'notes'] as const;
/** What a person should look at first comes first. */
const LISTS = ['delisted', 'prices', 'added', 'changed'] as const;

/** What an import would change, or has changed: numbers, and the first rows of each kind. */
export function ImportDifferences({ run, counts }: { run: AnyImport; counts: Counts }) {
  const t = useTranslations('adminImports');
  const { id, applied, differences } = run;
  const lists = LISTS.filter((list) => differences[list].length > 0);
  return (
    <>
      {applied && <Numbers title={t('done')} counts={applied} />}
      <Numbers title={t('difference')} counts={counts} />
      {lists.length === 0 ? (
        <p>{t('nothing')}</p>
      ) : (
        <DownloadButton
          fetch={() => fetchFile('exportImportDifferences', { params: { id } })}
          name="import-differences.csv"
        >
          {t('downloadDifferences')}
        </DownloadButton>
      )}
      {lists.map((list) => (
        <details key={list} className="import-list" open={list === 'delisted' || list === 'prices'}>
          <summary>{t('count', { name: t(`counts.${list}`), count: counts[list] })}</summary>
          {counts[list] > MAX_LISTED_ROWS && (
            <p className="field-hint">{t('listed', { count: MAX_LISTED_ROWS, total: counts[list] })}</p>
          )}
          <Differences label={t(`counts.${list}`)} rows={differences[list]} />
        </details>
      ))}
    </>
  );
}

function Numbers({ title, counts }: { title: string; counts: Counts }) {
  const t = useTranslations('adminImports');
  return (
    <section className="admin-section">
      <h2>{title}</h2>
      <dl className="stats import-stats">
        {COUNTS.filter((name) => name === 'records' || counts[name] > 0).map((name) => (
          <div key={name}>
            <dt>{t(`counts.${name}`)}</dt>
            <dd>{t('number', { count: counts[name] })}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Differences({ label, rows }: { label: string; rows: readonly ImportDifference[] }) {
  const t = useTranslations('adminImports');
  return (
    <div className="admin-table">
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('titleColumn')}</th>
            <th scope="col">{t('changes')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ reference, title, changes }, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- a row is its place
            <tr key={place}>
              <td className="is-detail">
                <bdi>{title}</bdi>
                <small>
                  <bdi>{reference}</bdi>
                </small>
              </td>
              <td className="is-detail">
                <Changes changes={changes} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const FIELDS = [
  'title',
  'subtitle',
  'contributors',
  'isbn',
  'format',
  'language',
  'other_languages',
  'original_language',
  'audience',
  'publisher',
  'imprint',
  'published',
  'subjects',
  'keywords',
  'series',
  'pages',
  'list_price',
  'member_price',
  'price_chosen_by',
  'availability',
  'publishing_status',
  'not_before',
  'expected',
  'days_to_order',
  'edition',
  'accessibility',
  'biographies',
  'not_sold_because',
  'description',
  'is_listed',
] as const;

/** Names that columns of the catalogue have, and what a difference of a message calls the same. */
const SAME_FIELDS: Readonly<Record<string, string>> = { embargo: 'not_before', order_days: 'days_to_order' };

/** Names a field of a difference; one without words keeps its name. */
function useFieldName(): (field: string) => string {
  const t = useTranslations('adminImports.fields');
  return (field) => {
    const plain = field.toLowerCase().replaceAll(' ', '_');
    const known = FIELDS.find((one) => one === (SAME_FIELDS[plain] ?? plain));
    return known ? t(known) : field;
  };
}

const isolated = (text: string) => `\u2068${text}\u2069`;

function Changes({ changes }: { changes: ImportDifference['changes'] }) {
  const t = useTranslations('adminImports');
  const nameOf = useFieldName();
  const shown = changes.filter(({ from, to }) => from !== '' || to !== '');
  return (
    <ul className="import-changes">
      {shown.map(({ field, from, to }) => (
        <li key={field}>
          {from === ''
            ? t('value', { field: nameOf(field), to: isolated(to) })
            : t('change', { field: nameOf(field), from: isolated(from), to: to === '' ? t('empty') : isolated(to) })}
        </li>
      ))}
    </ul>
  );
}
