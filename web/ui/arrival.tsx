import { useTranslations } from 'use-intl';
import { arrivalMessage, lastEmbargoDay, promiseDelivery } from '#domain/delivery-promise.ts';
import { findZone, type Zones } from '#domain/shipping.ts';
import { useReaderLocale } from './text.tsx';

type ArrivalProps = {
  zones: Zones;
  postalCode: string;
  /** Until when the books may not be dispatched, each as precise as it is known. */
  embargoes: readonly (string | undefined)[];
  /** Whether the payment takes a while, so that the date depends on it. */
  isPaidLater?: boolean;
};

/** When a parcel arrives that is ordered now; nothing where we do not deliver. */
export function Arrival({ zones, postalCode, embargoes, isPaidLater = false }: ArrivalProps) {
  const t = useTranslations('common.arrival');
  const locale = useReaderLocale();
  const promise = promiseNow({ zones, postalCode, embargoes });
  if (!promise) return null;
  const { from, to, orderBy } = promise;
  const { key, values } = arrivalMessage('dates', isPaidLater ? { from, to, orderBy } : { from, to }, locale);
  return <p className="arrival">{t(key, values)}</p>;
}

function promiseNow({ zones, postalCode, embargoes }: Omit<ArrivalProps, 'isPaidLater'>) {
  const zone = findZone(zones, postalCode);
  return zone && promiseDelivery(zone, { now: new Date().toISOString(), notBefore: lastEmbargoDay(embargoes) });
}
