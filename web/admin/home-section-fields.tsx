import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { BandColor, HomeContentSection, HomeTexts } from '#contract/home.ts';
import { Book, Books, Field, Texts } from './home-inputs.tsx';

export const SECTION_FORMS = ['featured', 'row', 'numbered', 'band', 'cover', 'quote', 'picks'] as const;
const COLORS = ['plum', 'forest', 'clay', 'ink'] as const satisfies readonly BandColor[];

export function newSection(form: HomeContentSection['form']): HomeContentSection {
  const empty = { en: '' };
  const book = { book: '', text: empty, by: '' };
  if (form === 'picks') return { form, title: empty, picks: [book] };
  if (form === 'cover') return { form, title: empty, text: empty, book: '' };
  if (form === 'featured' || form === 'quote') return { form, ...book };
  if (form === 'band') return { form, color: 'plum', title: empty, books: 'bestselling' };
  return { form, title: empty, books: 'bestselling' };
}

type SectionProps = {
  section: HomeContentSection;
  error: string | undefined;
  onChange: (section: HomeContentSection) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

/** One section of the home page, every field of it. */
export function HomeSectionFields({ section, error, onChange, onMove, onRemove }: SectionProps) {
  const t = useTranslations('adminContent');
  const id = useId();
  return (
    <fieldset className="form" aria-describedby={id}>
      <legend>{t(`forms.${section.form}`)}</legend>
      <p id={id} className="field-error" role={error ? 'alert' : undefined}>
        {error}
      </p>
      <SectionContent section={section} onChange={onChange} />
      <div className="admin-row-form">
        {(['from', 'to'] as const).map((name) => (
          <Field key={name} label={t(name)}>
            <input
              type="date"
              value={section[name] ?? ''}
              onChange={({ target: { value } }) => onChange(withDay(section, name, value))}
            />
          </Field>
        ))}
      </div>
      <div className="admin-actions">
        <button type="button" className="button-plain" onClick={() => onMove(-1)}>
          {t('up')}
        </button>
        <button type="button" className="button-plain" onClick={() => onMove(1)}>
          {t('down')}
        </button>
        <button type="button" className="button-plain" onClick={onRemove}>
          {t('remove')}
        </button>
      </div>
    </fieldset>
  );
}

function withDay(section: HomeContentSection, name: 'from' | 'to', day: string): HomeContentSection {
  const { [name]: _, ...others } = section;
  return (day === '' ? others : { ...others, [name]: day }) as HomeContentSection;
}

type ContentProps = Pick<SectionProps, 'section' | 'onChange'>;

function SectionContent({ section, onChange }: ContentProps) {
  const t = useTranslations('adminContent');
  return (
    <>
      {'title' in section && (
        <Texts label={t('sectionTitle')} texts={section.title} onChange={(title) => onChange({ ...section, title })} />
      )}
      {section.form === 'picks' ? (
        <Picks section={section} onChange={onChange} />
      ) : (
        <Texts
          label={t('sentence')}
          texts={section.text ?? { en: '' }}
          onChange={(text) => onChange(withText(section, text))}
        />
      )}
      {'book' in section && <Book isbn={section.book} onChange={(book) => onChange({ ...section, book })} />}
      {'by' in section && (
        <Field label={t('by')}>
          <input
            value={section.by}
            maxLength={60}
            onChange={({ target }) => onChange({ ...section, by: target.value })}
          />
        </Field>
      )}
      {section.form === 'band' && (
        <Field label={t('color')}>
          <select
            value={section.color}
            onChange={({ target }) => onChange({ ...section, color: target.value as BandColor })}
          >
            {COLORS.map((color) => (
              <option key={color} value={color}>
                {t(`colors.${color}`)}
              </option>
            ))}
          </select>
        </Field>
      )}
      {'books' in section && <Books books={section.books} onChange={(books) => onChange({ ...section, books })} />}
    </>
  );
}

/** A shelf goes without a sentence; other sections do not. */
function withText(section: Exclude<HomeContentSection, { form: 'picks' }>, text: HomeTexts): HomeContentSection {
  if (!('books' in section) || Object.values(text).some((one) => one !== '')) return { ...section, text };
  const { text: _, ...others } = section;
  return others as HomeContentSection;
}

type PicksSection = Extract<HomeContentSection, { form: 'picks' }>;

/** At most six titles, each with who recommends it and why. */
function Picks({ section, onChange }: { section: PicksSection; onChange: (section: PicksSection) => void }) {
  const t = useTranslations('adminContent');
  const { picks } = section;
  const set = (index: number, changes: Partial<PicksSection['picks'][number]>) =>
    onChange({ ...section, picks: picks.map((pick, place) => (place === index ? { ...pick, ...changes } : pick)) });
  return (
    <>
      {picks.map(({ book, text, by }, index) => (
        // oxlint-disable-next-line no-array-index-key -- picks have no other identity
        <fieldset key={index} className="form">
          <legend>{t('pick', { place: index + 1 })}</legend>
          <Book isbn={book} onChange={(isbn) => set(index, { book: isbn })} />
          <Texts label={t('sentence')} texts={text} onChange={(texts) => set(index, { text: texts })} />
          <Field label={t('by')}>
            <input value={by} maxLength={60} onChange={({ target }) => set(index, { by: target.value })} />
          </Field>
        </fieldset>
      ))}
      {picks.length < 6 && (
        <button
          type="button"
          className="button-plain"
          onClick={() => onChange({ ...section, picks: [...picks, { book: '', text: { en: '' }, by: '' }] })}
        >
          {t('addPick')}
        </button>
      )}
    </>
  );
}
