import { Truck } from 'lucide-react';
import { promiseDelivery } from '#domain/delivery-promise.ts';
import { formatDayRange, formatWeekdayTime } from '#domain/dates.ts';
import type { Locale } from '#domain/locale.ts';
import { deliveryPlaces, type Zones } from '#domain/shipping.ts';
import { useZoneName } from '../../ui/delivery.tsx';
import { usePageRequest, useShopTranslations } from '../shop-context.tsx';

/**
 * What the first script needs to say how much time is left, for where the reader lives: what is promised until when (milliseconds
 * since the epoch) with the dates for each zone, and the zone and name of each range of postal codes, the first for whoever
 * told none. Without scripts the page names the moment, which stays true in a cached page.
 */
export type PromiseData = {
  promises: { until: number; deadline: string; dates: string[] }[];
  places: [from: number, to: number, zone: number, name: string][];
  within: string;
  by: string;
  time: string;
};

/** A page that was cached across a cut-off or two still knows what holds. */
const PROMISES = 3;

const TIME = { hours: '{hours}', minutes: '{minutes}' };

/** When a book arrives, and until when it must be ordered for that. */
export function DeliveryPromise() {
  const t = useShopTranslations();
  const { zones, locale } = usePageRequest();
  const zoneName = useZoneName();
  const promises = nextPromises(zones, locale);
  const [first] = promises;
  if (!first) return null;
  const firstZone = zoneName(zones[0]!.name);
  const data: PromiseData = {
    promises,
    places: [
      [0, 0, 0, firstZone],
      ...deliveryPlaces(zones).map(({ from, to, zone, state }): PromiseData['places'][number] => [
        from,
        to,
        zone,
        state ?? zoneName(zones[zone]!.name),
      ]),
    ],
    within: t('delivery.within', { time: '{time}', dates: '{dates}', place: '{place}' }),
    by: t('delivery.by', { deadline: '{deadline}', dates: '{dates}', place: '{place}' }),
    time: t('book.duration', TIME),
  };
  const { deadline, dates } = first;
  return (
    <p className="promise">
      <Truck aria-hidden="true" size={20} />
      <span data-promise={JSON.stringify(data)}>
        {t('delivery.by', { deadline, dates: dates[0]!, place: firstZone })}
      </span>
    </p>
  );
}

function nextPromises(zones: Zones, locale: Locale): PromiseData['promises'] {
  const found: PromiseData['promises'] = [];
  for (let now = new Date().toISOString(); found.length < PROMISES;) {
    const ofZones = zones.flatMap((zone) => promiseDelivery(zone, { now }) ?? []);
    const orderBy = ofZones[0]?.orderBy;
    if (orderBy === undefined) break;
    found.push({
      until: Date.parse(orderBy),
      deadline: formatWeekdayTime(orderBy, locale),
      dates: ofZones.map((promise) => formatDayRange(promise, locale)),
    });
    now = orderBy;
  }
  return found;
}
