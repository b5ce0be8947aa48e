import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { formatDayRange, momentInMalaysia } from '#domain/dates.ts';
import { promiseDelivery, type DispatchCalendar, type Transit } from '#domain/delivery-promise.ts';
import { useZoneName } from '../ui/delivery.tsx';
import { useReaderLocale } from '../ui/text.tsx';
import { minutesOf } from './dispatch-draft.ts';

type PreviewZone = { name: string; states: readonly string[]; transit: Transit };
type PreviewProps = { calendar: DispatchCalendar; zones: readonly PreviewZone[] };

/** What customers of each zone would be promised for an order of this moment, or of another. */
export function DeliveryPreview({ calendar, zones }: PreviewProps) {
  const t = useTranslations('adminDelivery.preview');
  const [at, setAt] = useState('');
  const id = useId();
  return (
    <section className="delivery-preview" aria-labelledby={id}>
      <h2 id={id}>{t('title')}</h2>
      <label className="field">
        <span>{t('at')}</span>
        <input type="datetime-local" value={at} onChange={({ target }) => setAt(target.value)} />
        <small className="field-hint">{t('atHint')}</small>
      </label>
      <ul aria-live="polite">
        {zones.map((zone) => (
          <PromiseOf key={zone.name} zone={zone} calendar={calendar} at={at} />
        ))}
      </ul>
    </section>
  );
}

type PromiseOfProps = { zone: PreviewZone; calendar: DispatchCalendar; at: string };

function PromiseOf({ zone: { name, states, transit }, calendar, at }: PromiseOfProps) {
  const t = useTranslations('adminDelivery.preview');
  const locale = useReaderLocale();
  const zoneName = useZoneName();
  const now = momentOf(at);
  const promise = promiseDelivery({ dispatch: calendar, transit }, { now });
  const place = zoneName(name);
  return (
    <li>
      {promise
        ? t('promise', {
            place,
            leaves: formatDayRange({ from: promise.dispatchOn, to: promise.dispatchOn }, locale),
            dates: formatDayRange(promise, locale),
          })
        : t('nothing', { place })}
      {states.length > 0 && (
        <small className="field-hint" lang="ms" dir="ltr">
          {states.join(', ')}
        </small>
      )}
    </li>
  );
}

/** A day and time of Malaysia as its field has it; now where it is empty. */
function momentOf(at: string): string {
  if (at === '') return new Date().toISOString();
  const [day = '', time = ''] = at.split('T');
  return momentInMalaysia(day, minutesOf(time));
}
