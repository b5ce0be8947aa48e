import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendRequest } from '../browser/api-client.ts';
import { Input } from './labelled-input.tsx';

type Subject = { code: string; name: string };
type SubjectPickerProps = { subjects: Subject[]; onChange: (subjects: Subject[]) => void };

/** The subjects of a title, the main one first; others are found by name or code, or down the tree. */
export function SubjectPicker({ subjects, onChange }: SubjectPickerProps) {
  const t = useTranslations('adminCatalogue.title');
  return (
    <fieldset className="title-rows">
      <legend>{t('subjects')}</legend>
      <ul className="title-subjects">
        {subjects.map(({ code, name }, place) => (
          <li key={code}>
            <span>
              <bdi>{name}</bdi> <small>{place === 0 ? `${code} · ${t('subjectMain')}` : code}</small>
            </span>
            <button
              type="button"
              className="button-plain"
              onClick={() => onChange(subjects.filter((one) => one.code !== code))}
            >
              {t('remove', { name })}
            </button>
          </li>
        ))}
      </ul>
      <Finder chosen={subjects.map(({ code }) => code)} onAdd={(subject) => onChange([...subjects, subject])} />
    </fieldset>
  );
}

function Finder({ chosen, onAdd }: { chosen: readonly string[]; onAdd: (subject: Subject) => void }) {
  const t = useTranslations('adminCatalogue.title');
  const [q, setQuery] = useState('');
  const [below, setBelow] = useState<Subject>();
  const found = useQuery({
    queryKey: ['subjects', q, below?.code],
    queryFn: ({ signal }) =>
      sendRequest('listSubjectsForTitles', { query: { q, ...(q === '' && below && { below: below.code }) }, signal }),
    enabled: q !== '' || below !== undefined,
    placeholderData: keepPreviousData,
  });
  const rows = q === '' && !below ? [] : (found.data?.rows ?? []);
  return (
    <>
      <Input label={t('subjectSearch')} value={q} maxLength={100} onValue={setQuery} />
      {below && q === '' && (
        <p>
          {t('subjectBelow', { name: below.name })}{' '}
          <button type="button" className="button-plain" onClick={() => setBelow(undefined)}>
            {t('subjectTop')}
          </button>
        </p>
      )}
      {q !== '' && found.data?.rows.length === 0 && <p>{t('subjectNone')}</p>}
      <ul className="title-subjects">
        {rows.map(({ code, name, path, has_children: hasChildren }) => (
          <li key={code}>
            <span>
              <bdi>{name}</bdi> <small>{[code, ...path.slice(-1)].join(' · ')}</small>
            </span>
            {!chosen.includes(code) && (
              <button type="button" className="button-plain" onClick={() => onAdd({ code, name })}>
                {t('add', { name })}
              </button>
            )}
            {hasChildren && (
              <button
                type="button"
                className="button-plain"
                onClick={() => {
                  setQuery('');
                  setBelow({ code, name });
                }}
              >
                {t('subjectBelow', { name })}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
