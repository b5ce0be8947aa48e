import { useTranslations } from 'use-intl';
import { formatDate } from '#domain/dates.ts';
import { arrivalMessage, firstDispatchDay, promiseDelivery } from '#domain/delivery-promise.ts';
import { findZone, type Zones } from '#domain/shipping.ts';
import { useReaderLocale } from './text.tsx';

/** A format in a cart: when it is on sale, and from when copies beyond the stock are dispatched. */
type Dispatch = { on_sale_from?: string | undefined; awaited?: { beyond: number; from: string } | undefined };

/** From when so many copies can be dispatched, as precise as it is known. */
export function dispatchFrom({ on_sale_from, awaited }: Dispatch, qty: number): string | undefined {
  return awaited && qty > awaited.beyond ? awaited.from : on_sale_from;
}

/** Says of a line of a cart that it is not dispatched at once. */
export function DispatchNote({ variant, qty }: { variant: Dispatch; qty: number }) {
  const t = useTranslations('common');
  const locale = useReaderLocale();
  const from = dispatchFrom(variant, qty);
  if (from === undefined) return null;
  return (
    <p className="field-hint">
      {variant.on_sale_from
        ? t('dispatchedFrom', { date: formatDate(from, locale) })
        : t('awaitedCopies', { count: qty - variant.awaited!.beyond })}
    </p>
  );
}

type ArrivalProps = {
  zones: Zones;
  postalCode: string;
  /** From when the books can be dispatched, each as precise as it is known. */
  dates: readonly (string | undefined)[];
  /** Whether the payment takes a while, so that the date depends on it. */
  isPaidLater?: boolean;
};

/** When a parcel arrives that is ordered now; nothing where we do not deliver. */
export function Arrival({ zones, postalCode, dates, isPaidLater = false }: ArrivalProps) {
  const t = useTranslations('common.arrival');
  const locale = useReaderLocale();
  const promise = promiseNow({ zones, postalCode, dates });
  if (!promise) return null;
  const { from, to, orderBy } = promise;
  const { key, values } = arrivalMessage('dates', isPaidLater ? { from, to, orderBy } : { from, to }, locale);
  return <p className="arrival">{t(key, values)}</p>;
}

function promiseNow({ zones, postalCode, dates }: Omit<ArrivalProps, 'isPaidLater'>) {
  const zone = findZone(zones, postalCode);
  return zone && promiseDelivery(zone, { now: new Date().toISOString(), notBefore: firstDispatchDay(dates) });
}
