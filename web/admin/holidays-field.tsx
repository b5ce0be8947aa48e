import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { dateFormat, dayInMalaysia } from '#domain/dates.ts';
import { useReaderLocale } from '../ui/text.tsx';
import { holidaysIn, isYearly } from './dispatch-draft.ts';

type HolidaysProps = { holidays: readonly string[]; onChange: (holidays: readonly string[]) => void };

/** The holidays of a year, and what adds and removes one. */
export function HolidaysField({ holidays, onChange }: HolidaysProps) {
  const t = useTranslations('adminDelivery.holidays');
  const [year, setYear] = useState(() => dayInMalaysia(new Date().toISOString()).slice(0, 4));
  const nameOf = useDayName();
  const shown = holidaysIn(year, holidays);
  const add = (holiday: string, day: string) => {
    onChange([...new Set([...holidays, holiday])].toSorted());
    setYear(day.slice(0, 4));
  };
  return (
    <fieldset className="delivery-group">
      <legend>{t('title')}</legend>
      <p className="field-hint">{t('hint')}</p>
      <label className="field">
        <span>{t('year')}</span>
        <input
          type="number"
          dir="ltr"
          min={2000}
          max={2999}
          value={year}
          onChange={({ target }) => setYear(target.value)}
        />
      </label>
      {shown.length === 0 && <p>{t('none')}</p>}
      <ul className="delivery-holidays">
        {shown.map(({ day, holiday }) => (
          <li key={holiday}>
            <span>
              {nameOf(day)} {isYearly(holiday) && <small className="field-hint">{t('everyYear')}</small>}
            </span>
            <button
              type="button"
              className="button-plain"
              onClick={() => onChange(holidays.filter((one) => one !== holiday))}
            >
              {t('remove', { day: nameOf(day) })}
            </button>
          </li>
        ))}
      </ul>
      <NewHoliday onAdd={add} />
    </fieldset>
  );
}

/** A day with its day of the week. Holidays of every year are those of the Gregorian calendar, and so are all here. */
function useDayName(): (day: string) => string {
  const locale = useReaderLocale();
  const parts = { weekday: 'short', day: 'numeric', month: 'long', calendar: 'gregory' } as const;
  return (day) => dateFormat(locale, parts).format(new Date(`${day}T12:00:00Z`));
}

function NewHoliday({ onAdd }: { onAdd: (holiday: string, day: string) => void }) {
  const t = useTranslations('adminDelivery.holidays');
  const [day, setDay] = useState('');
  const [isEveryYear, setEveryYear] = useState(false);
  const add = () => {
    if (day === '') return;
    onAdd(isEveryYear ? day.slice(5) : day, day);
    setDay('');
  };
  return (
    <div className="admin-row-form">
      <label className="field">
        <span>{t('day')}</span>
        <input type="date" value={day} onChange={({ target }) => setDay(target.value)} />
      </label>
      <label className="check">
        <input type="checkbox" checked={isEveryYear} onChange={({ target }) => setEveryYear(target.checked)} />
        {t('isYearly')}
      </label>
      <button type="button" className="button button-quiet" onClick={add}>
        {t('add')}
      </button>
    </div>
  );
}
