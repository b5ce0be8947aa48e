import { useTranslations } from 'use-intl';
import type { AnyTitle } from '#contract/admin-catalogue.ts';
import { ALL_FORMATS, isBookFormat } from '#domain/catalogue/product.ts';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { Count } from '../ui/text.tsx';
import type { FormatDraft } from './title-draft.ts';
import { Input, Labelled } from './labelled-input.tsx';

const NEW_FORMAT: FormatDraft = {
  id: null,
  isbn: '',
  format: 'paperback',
  list_price: '',
  member_price: '',
  pages: '',
  published: '',
  embargo: '',
  expected: '',
  availability: '',
  is_listed: true,
};

type FormatFieldsProps = {
  drafts: FormatDraft[];
  stored: AnyTitle['formats'];
  errorAt: (path: string) => string | undefined;
  onChange: (drafts: FormatDraft[]) => void;
};

/** The formats of a title: a new one can be added, none removed, for orders and stock are theirs. */
export function FormatFields({ drafts, stored, errorAt, onChange }: FormatFieldsProps) {
  const t = useTranslations('adminCatalogue.title');
  const names = useTranslations('common.formats');
  return (
    <fieldset className="title-rows">
      <legend>{t('formats')}</legend>
      {drafts.map((draft, place) => (
        <fieldset key={draft.id ?? `new ${place}`} className="title-format">
          <legend>{draft.id === null ? t('newFormat') : names(draft.format)}</legend>
          <FormatRow
            draft={draft}
            stored={stored.find(({ id }) => id === draft.id)}
            errorAt={(field) => errorAt(`formats.${place}.${field}`)}
            onChange={(changes) => onChange(drafts.with(place, { ...draft, ...changes }))}
          />
        </fieldset>
      ))}
      <button type="button" className="button button-quiet" onClick={() => onChange([...drafts, NEW_FORMAT])}>
        {t('addFormat')}
      </button>
    </fieldset>
  );
}

const FIELDS = [
  ['isbn', 'isbn'],
  ['list_price', 'listPrice'],
  ['member_price', 'memberPrice'],
  ['pages', 'pages'],
  ['published', 'published'],
  ['embargo', 'embargo'],
  ['expected', 'expected'],
] as const;

const NUMBERS: readonly string[] = ['list_price', 'member_price', 'pages'];
const DATES: readonly string[] = ['published', 'embargo', 'expected'];

type FormatRowProps = {
  draft: FormatDraft;
  stored: AnyTitle['formats'][number] | undefined;
  errorAt: (field: string) => string | undefined;
  onChange: (changes: Partial<FormatDraft>) => void;
};

function FormatRow({ draft, stored, errorAt, onChange }: FormatRowProps) {
  const t = useTranslations('adminCatalogue.title');
  const names = useTranslations('common.formats');
  return (
    <>
      <Sources sources={stored?.sources ?? []} />
      <div className="title-grid">
        <Labelled label={t('format')}>
          {(wiring) => (
            <select
              {...wiring}
              value={draft.format}
              onChange={({ target }) => isBookFormat(target.value) && onChange({ format: target.value })}
            >
              {ALL_FORMATS.map((one) => (
                <option key={one} value={one}>
                  {names(one)}
                </option>
              ))}
            </select>
          )}
        </Labelled>
        {FIELDS.map(([field, word]) => (
          <Input
            key={field}
            label={t(word)}
            hint={DATES.includes(field) ? t('dateHint') : undefined}
            error={errorAt(field) && (field === 'isbn' ? t('isbnWrong') : errorAt(field))}
            value={draft[field]}
            dir="ltr"
            inputMode={NUMBERS.includes(field) ? 'decimal' : 'text'}
            maxLength={40}
            onValue={(value) => onChange({ [field]: value })}
          />
        ))}
        <Availability value={draft.availability} onChange={(availability) => onChange({ availability })} />
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={draft.is_listed}
          disabled={draft.id === null}
          onChange={({ target }) => onChange({ is_listed: target.checked })}
        />
        {t('listed')}
        {stored && (
          <small>
            {t('stock')}: <Count of={stored.stock} />
          </small>
        )}
      </label>
      {!draft.is_listed && <p className="field-hint">{t('withdrawn')}</p>}
    </>
  );
}

/** The codes of list 65 that staff choose; another one stays as a feed gave it. */
const AVAILABILITY = ['10', '20', '22', '23', '31', '40', '51'] as const;

function Availability({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTranslations('adminCatalogue');
  const isKnown = value === '' || AVAILABILITY.some((code) => code === value);
  return (
    <Labelled label={t('title.availability')}>
      {(wiring) => (
        <select {...wiring} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{t('availability.none')}</option>
          {AVAILABILITY.map((code) => (
            <option key={code} value={code}>
              {t(`availability.${code}`)}
            </option>
          ))}
          {!isKnown && <option value={value}>{value}</option>}
        </select>
      )}
    </Labelled>
  );
}

/** What a feed states of a format: it replaces what is changed by hand. */
function Sources({ sources }: { sources: AnyTitle['formats'][number]['sources'] }) {
  const t = useTranslations('adminCatalogue.title');
  const moment = useDateTimeFormat();
  return sources.map(({ sender, reference, sent_at: at }) => (
    <p key={sender + reference} className="field-hint">
      {t('source', { sender: `\u2068${sender}\u2069`, moment: moment(at) })}
    </p>
  ));
}
