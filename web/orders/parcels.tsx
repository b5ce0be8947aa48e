import { Truck } from 'lucide-react';
import type { Order } from '#contract/orders.ts';
import { formatDay } from '#domain/dates.ts';
import { useReaderLocale } from '../ui/use-reader-locale.ts';

/** Who carries each parcel, what they call it, and when it left. */
export function Parcels({ parcels }: { parcels: Order['shipments'] }) {
  const locale = useReaderLocale();
  return parcels.map(({ carrier, tracking, at }) => (
    <p key={tracking} className="parcel">
      <Truck aria-hidden="true" size={18} />
      <span>
        <bdi>{carrier}</bdi> <bdi className="tracking">{tracking}</bdi> · {formatDay(at, locale)}
      </span>
    </p>
  ));
}
