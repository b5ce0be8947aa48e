import { useTranslations } from 'use-intl';
import type { AnyTitle } from '#contract/admin-catalogue.ts';
import type { FieldError } from '#contract/error-codes.ts';
import { isContributorRole } from '#domain/catalogue/contributor.ts';
import { FormatFields } from './format-fields.tsx';
import { Input, Labelled, Rows } from './labelled-input.tsx';
import { SubjectPicker } from './subject-picker.tsx';
import { TEXT_FIELDS, type TitleDraft } from './title-draft.ts';

type TitleFieldsProps = {
  draft: TitleDraft;
  /** As they are stored. */
  formats: AnyTitle['formats'];
  faults: readonly FieldError[];
  onChange: (changes: Partial<TitleDraft>) => void;
};

/** The fields of a title. */
export function TitleFields({ draft, formats, faults, onChange }: TitleFieldsProps) {
  const t = useTranslations('adminCatalogue.title');
  const errorAt = (path: string) => faults.find((fault) => fault.path === path)?.message;
  const hints: Partial<Record<(typeof TEXT_FIELDS)[number], string>> = {
    language: t('languageHint'),
    published: t('dateHint'),
  };
  return (
    <>
      <div className="title-grid">
        {TEXT_FIELDS.map((field) => (
          <Input
            key={field}
            label={t(field)}
            hint={hints[field]}
            error={errorAt(field)}
            value={draft[field]}
            onValue={(value) => onChange({ [field]: value })}
            {...(field === 'title' && { required: true })}
            dir={field === 'language' || field === 'published' ? 'ltr' : 'auto'}
          />
        ))}
      </div>
      <Labelled label={t('description')} hint={t('descriptionHint')} error={errorAt('description')}>
        {(wiring) => (
          <textarea
            {...wiring}
            rows={8}
            dir="auto"
            maxLength={20_000}
            value={draft.description}
            onChange={({ target }) => onChange({ description: target.value })}
          />
        )}
      </Labelled>
      <Contributors people={draft.contributors} onChange={(contributors) => onChange({ contributors })} />
      <Series series={draft.series} onChange={(series) => onChange({ series })} />
      <SubjectPicker subjects={draft.subjects} onChange={(subjects) => onChange({ subjects })} />
      <FormatFields
        drafts={draft.formats}
        stored={formats}
        errorAt={errorAt}
        onChange={(changed) => onChange({ formats: changed })}
      />
    </>
  );
}

const ROLES = [
  'author',
  'with',
  'illustrator',
  'photographer',
  'introduction',
  'foreword',
  'preface',
  'afterword',
  'editor',
  'adapter',
  'translator',
  'compiler',
  'narrator',
] as const;

type Person = TitleDraft['contributors'][number];

function Contributors({ people, onChange }: { people: Person[]; onChange: (people: Person[]) => void }) {
  const t = useTranslations('adminCatalogue.title');
  const roles = useTranslations('adminCatalogue.roles');
  const set = (place: number, changes: Partial<Person>) =>
    onChange(people.with(place, { ...people[place]!, ...changes }));
  return (
    <Rows
      legend={t('contributors')}
      add={t('addPerson')}
      onAdd={() => onChange([...people, { name: '', role: 'author' }])}
      onRemove={(place) => onChange(people.toSpliced(place, 1))}
      rows={people.map(({ name, role }, place) => ({
        name,
        fields: (
          <>
            <Input
              label={t('person')}
              value={name}
              dir="auto"
              maxLength={200}
              onValue={(value) => set(place, { name: value })}
            />
            <Labelled label={t('role')}>
              {(wiring) => (
                <select {...wiring} value={role} onChange={({ target }) => set(place, { role: target.value })}>
                  {ROLES.map((one) => (
                    <option key={one} value={one}>
                      {roles(one)}
                    </option>
                  ))}
                  {!isContributorRole(role) && <option value={role}>{role}</option>}
                </select>
              )}
            </Labelled>
          </>
        ),
      }))}
    />
  );
}

type Place = TitleDraft['series'][number];

function Series({ series, onChange }: { series: Place[]; onChange: (series: Place[]) => void }) {
  const t = useTranslations('adminCatalogue.title');
  const set = (place: number, changes: Partial<Place>) =>
    onChange(series.with(place, { ...series[place]!, ...changes }));
  return (
    <Rows
      legend={t('series')}
      add={t('addSeries')}
      onAdd={() => onChange([...series, { name: '', number: '' }])}
      onRemove={(place) => onChange(series.toSpliced(place, 1))}
      rows={series.map(({ name, number }, place) => ({
        name,
        fields: (
          <>
            <Input
              label={t('seriesName')}
              value={name}
              dir="auto"
              maxLength={200}
              onValue={(value) => set(place, { name: value })}
            />
            <Input
              label={t('number')}
              value={number}
              maxLength={20}
              onValue={(value) => set(place, { number: value })}
            />
          </>
        ),
      }))}
    />
  );
}
