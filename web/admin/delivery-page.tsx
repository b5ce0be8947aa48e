import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { EmptyState, PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useZoneName } from '../ui/delivery.tsx';
import { Price } from '../ui/text.tsx';
import { AdminMessages } from './admin-messages.tsx';
import { deliveryQuery } from './delivery-query.ts';
import { dispatchDraftOf, type DispatchRow } from './dispatch-draft.ts';
import { DispatchForm, useDispatchTexts } from './dispatch-form.tsx';
import { SettingChanges } from './setting-changes.tsx';
import { draftOf, type ZoneRow } from './zone-draft.ts';

/** When parcels leave, and where to and for how much. */
export function DeliveryPage() {
  return (
    <AdminMessages of="adminDelivery">
      <Delivery />
    </AdminMessages>
  );
}

function Delivery() {
  const t = useTranslations('adminDelivery');
  const settings = useQuery({ ...deliveryQuery, refetchOnWindowFocus: false });
  const texts = useDispatchTexts();
  const textsOf = (stored: unknown) => {
    const { cutOff, ...calendar } = stored as DispatchRow & { cutOff: number };
    return texts(dispatchDraftOf({ ...calendar, cut_off: cutOff }));
  };
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <QueryContent query={settings}>
        {({ dispatch, zones }) => (
          <>
            <Zones zones={zones} />
            <DispatchForm dispatch={dispatch} zones={zones} />
            <SettingChanges name="dispatch" textsOf={textsOf} />
          </>
        )}
      </QueryContent>
    </div>
  );
}

function Zones({ zones }: { zones: readonly ZoneRow[] }) {
  const t = useTranslations('adminDelivery');
  return (
    <section className="admin-section" aria-labelledby="zones">
      <h2 id="zones">{t('zones')}</h2>
      {zones.length === 0 ? (
        <EmptyState title={t('noZones')} text={t('noZonesText')} />
      ) : (
        <ul className="admin-list">
          {zones.map((zone) => (
            <ZoneItem key={zone.name} zone={zone} />
          ))}
        </ul>
      )}
      <p>
        <Link className="button button-quiet" to="/settings/delivery/new-zone">
          {t('newZone')}
        </Link>
      </p>
    </section>
  );
}

function ZoneItem({ zone }: { zone: ZoneRow }) {
  const t = useTranslations('adminDelivery');
  const zoneName = useZoneName();
  const { name, cost, free_from: freeFrom, transit, states } = zone;
  return (
    <li>
      <Link to={`/settings/delivery/zones/${encodeURIComponent(name)}`}>
        <bdi>{zoneName(name)}</bdi>
      </Link>
      <span>
        <Price ringgit={cost} className="" /> · {t('freeAt')} <Price ringgit={freeFrom} className="" />
      </span>
      <span>{t('days', transit)}</span>
      <small className="admin-excerpt">
        <bdi dir="ltr">{draftOf(zone).codes}</bdi>
        {states.length > 0 && ' · '}
        <bdi lang="ms" dir="ltr">
          {states.join(', ')}
        </bdi>
      </small>
    </li>
  );
}
