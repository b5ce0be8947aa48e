import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { dateFormat } from '#domain/dates.ts';
import type { Locale } from '#domain/locale.ts';
import { sendRequest } from '../browser/api-client.ts';
import { showToast, useErrorToast } from '../customer/shell/toasts.tsx';
import { useReaderLocale } from '../ui/text.tsx';
import { DeliveryPreview } from './delivery-preview.tsx';
import { deliveryQuery, readAgain } from './delivery-query.ts';
import { calendarOf, dispatchDraftOf, minutesOf, type DispatchDraft, type DispatchRow } from './dispatch-draft.ts';
import { HolidaysField } from './holidays-field.tsx';
import { Input } from './labelled-input.tsx';
import { StaleDraft } from './stale-draft.tsx';
import { useVersionedDraft } from './use-versioned-draft.ts';
import type { ZoneRow } from './zone-draft.ts';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** A day of the week from 1 for Monday, in words. */
function weekdayName(weekday: number, locale: Locale): string {
  return dateFormat(locale, { weekday: 'long' }).format(new Date(Date.UTC(2026, 10, 22 + weekday, 12)));
}

/** When parcels leave, with what customers are promised by it before it is saved. */
export function DispatchForm({ dispatch, zones }: { dispatch: DispatchRow; zones: readonly ZoneRow[] }) {
  const t = useTranslations('adminDelivery');
  const { draft, theirs, save, setDraft, take, keep } = useDispatchDraft(dispatch);
  const texts = useDispatchTexts();
  return (
    <section className="admin-section" aria-labelledby="dispatch">
      <h2 id="dispatch">{t('dispatch')}</h2>
      <p className="field-hint">{t('dispatchHint')}</p>
      {theirs && <StaleDraft mine={texts(draft)} theirs={texts(dispatchDraftOf(theirs))} onTake={take} onKeep={keep} />}
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Weekdays weekdays={draft.weekdays} onChange={(weekdays) => setDraft({ ...draft, weekdays })} />
        <Input
          label={t('cutOff')}
          hint={t('cutOffHint')}
          type="time"
          required
          value={draft.cutOff}
          onValue={(cutOff) => setDraft({ ...draft, cutOff })}
        />
        <HolidaysField holidays={draft.holidays} onChange={(holidays) => setDraft({ ...draft, holidays })} />
        <DeliveryPreview calendar={calendarOf(draft)} zones={zones} />
        <button
          className="button"
          disabled={save.isPending || theirs !== undefined || draft.weekdays.length === 0}
          aria-describedby={draft.weekdays.length === 0 ? 'no-weekdays' : undefined}
        >
          {t('saveDispatch')}
        </button>
        {draft.weekdays.length === 0 && (
          <p className="field-error" role="alert" id="no-weekdays">
            {t('noWeekdays')}
          </p>
        )}
      </form>
    </section>
  );
}

function useDispatchDraft(dispatch: DispatchRow) {
  const t = useTranslations('adminDelivery');
  const queries = useQueryClient();
  const onError = useErrorToast();
  return useVersionedDraft<DispatchRow, DispatchDraft>({
    row: dispatch,
    draftOf: dispatchDraftOf,
    readAnew: async () => (await queries.fetchQuery({ ...deliveryQuery, staleTime: 0 })).dispatch,
    save: ({ weekdays, cutOff, holidays }, { version }) =>
      sendRequest('saveDispatch', {
        body: { weekdays: [...weekdays], cut_off: minutesOf(cutOff), holidays: [...holidays], version },
      }),
    onSaved: () => {
      showToast({ text: t('saved') });
      void readAgain(queries);
    },
    onError,
  });
}

/** The calendar under the names of its fields. */
export function useDispatchTexts(): (draft: DispatchDraft) => Record<string, string> {
  const t = useTranslations('adminDelivery');
  const locale = useReaderLocale();
  return ({ weekdays, cutOff, holidays }) => ({
    [t('weekdays')]: weekdays.map((weekday) => weekdayName(weekday, locale)).join(', '),
    [t('cutOff')]: cutOff,
    [t('holidays.title')]: holidays.join(', '),
  });
}

type WeekdaysProps = { weekdays: readonly number[]; onChange: (weekdays: readonly number[]) => void };

function Weekdays({ weekdays, onChange }: WeekdaysProps) {
  const t = useTranslations('adminDelivery');
  const locale = useReaderLocale();
  const toggle = (weekday: number) => onChange(WEEKDAYS.filter((one) => weekdays.includes(one) !== (one === weekday)));
  return (
    <fieldset className="delivery-group delivery-checks">
      <legend>{t('weekdays')}</legend>
      {WEEKDAYS.map((weekday) => (
        <label key={weekday} className="check">
          <input type="checkbox" checked={weekdays.includes(weekday)} onChange={() => toggle(weekday)} />
          {weekdayName(weekday, locale)}
        </label>
      ))}
    </fieldset>
  );
}
