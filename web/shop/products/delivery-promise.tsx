import { Truck } from 'lucide-react';
import { firstDispatchDay, promiseDelivery } from '#domain/delivery-promise.ts';
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
  const promises = nextPromises(zones, locale);
  const places = usePlaces();
  const [first] = promises;
  if (!first) return null;
  const data: PromiseData = {
    promises,
    places,
    within: t('delivery.within', { time: '{time}', dates: '{dates}', place: '{place}' }),
    by: t('delivery.by', { deadline: '{deadline}', dates: '{dates}', place: '{place}' }),
    time: t('book.duration', TIME),
  };
  const { deadline, dates } = first;
  return (
    <p className="promise">
      <Truck aria-hidden="true" size={20} />
      <span data-promise={JSON.stringify(data)}>
        {t('delivery.by', { deadline, dates: dates[0]!, place: places[0]![3] })}
      </span>
    </p>
  );
}

/** No moment is later. */
const ALWAYS = 8.64e15;

/** When a book arrives that leaves from a later date, as precise as it is known; whenever it is ordered. */
export function LaterPromise({ from }: { from: string }) {
  const t = useShopTranslations();
  const { zones, locale } = usePageRequest();
  const places = usePlaces();
  const dates = datesFrom(from, zones, locale);
  const [first] = dates;
  if (first === undefined) return null;
  const by = t('delivery.later', { dates: '{dates}', place: '{place}' });
  const data: PromiseData = { promises: [{ until: ALWAYS, deadline: '', dates }], places, within: by, by, time: '' };
  return (
    <small className="later-promise" data-promise={JSON.stringify(data)}>
      {t('delivery.later', { dates: first, place: places[0]![3] })}
    </small>
  );
}

function datesFrom(from: string, zones: Zones, locale: Locale): string[] {
  const terms = { now: new Date().toISOString(), notBefore: firstDispatchDay([from]) };
  return zones.flatMap((zone) => promiseDelivery(zone, terms) ?? []).map((promise) => formatDayRange(promise, locale));
}

/** The zone for whoever told no postal code, and that of each range of them. */
function usePlaces(): PromiseData['places'] {
  const { zones } = usePageRequest();
  const zoneName = useZoneName();
  const name = (zone: number) => zoneName(zones[zone]!.name);
  const places = deliveryPlaces(zones).map(({ from, to, zone, state }): PromiseData['places'][number] => {
    return [from, to, zone, state ?? name(zone)];
  });
  return zones.length > 0 ? [[0, 0, 0, name(0)], ...places] : [];
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
