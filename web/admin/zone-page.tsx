import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { DeliverySettings } from '#contract/admin-settings.ts';
import type { Zone } from '#domain/shipping.ts';
import { ApiRequestError, sendRequest } from '../browser/api-client.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { showToast } from '../customer/shell/toasts.tsx';
import { useZoneName } from '../ui/delivery.tsx';
import { AdminMessages } from './admin-messages.tsx';
import { deliveryQuery, readAgain } from './delivery-query.ts';
import { useStaffErrorToast } from './error-toast.ts';
import { NotFoundPage } from './layout.tsx';
import { SettingChanges } from './setting-changes.tsx';
import { StaleDraft } from './stale-draft.tsx';
import { useVersionedDraft } from './use-versioned-draft.ts';
import { bodyOf, draftOf, draftOfStored, NEW_ZONE, type ZoneDraft, type ZoneRow } from './zone-draft.ts';
import { useZoneTexts, ZoneForm } from './zone-form.tsx';

const DELIVERY = '/settings/delivery';

/** A new delivery zone. */
export function NewZonePage() {
  return (
    <AdminMessages of="adminDelivery">
      <NewZone />
    </AdminMessages>
  );
}

function NewZone() {
  const t = useTranslations('adminDelivery');
  const settings = useQuery(deliveryQuery);
  return (
    <div className="page">
      <PageTitle title={t('newZone')} />
      <QueryContent query={settings}>{({ dispatch }) => <NewZoneForm dispatch={dispatch} />}</QueryContent>
    </div>
  );
}

function NewZoneForm({ dispatch }: { dispatch: DeliverySettings['dispatch'] }) {
  const t = useTranslations('adminDelivery');
  const [draft, setDraft] = useState(NEW_ZONE);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const onError = useStaffErrorToast({ edited_meanwhile: t('nameTaken') });
  const create = useMutation({
    mutationFn: () => saveZone(draft, null),
    onSuccess: async () => {
      showToast({ text: t('saved') });
      await readAgain(queries);
      await navigate(DELIVERY);
    },
    onError,
  });
  return (
    <ZoneForm
      draft={draft}
      dispatch={dispatch}
      isNew
      onChange={setDraft}
      onSubmit={() => create.mutate()}
      faults={faultsOf(create)}
    >
      <button className="button" disabled={create.isPending}>
        {t('create')}
      </button>
    </ZoneForm>
  );
}

/** The form does not submit postal codes that are none. */
function saveZone(draft: ZoneDraft, version: number | null) {
  return sendRequest('saveZone', { body: bodyOf(draft, version)! });
}

function faultsOf({ error }: { error: unknown }) {
  return error instanceof ApiRequestError ? (error.problem?.errors ?? []) : [];
}

/** A delivery zone: its price, where it is, and how long parcels take. */
export function ZonePage() {
  const { name = '' } = useParams();
  const settings = useQuery({ ...deliveryQuery, refetchOnWindowFocus: false });
  return (
    <AdminMessages of="adminDelivery">
      <QueryContent query={settings}>
        {({ zones, dispatch }) => {
          const zone = zones.find((one) => one.name === name);
          return zone ? <ZoneEditor key={name} zone={zone} dispatch={dispatch} /> : <NotFoundPage />;
        }}
      </QueryContent>
    </AdminMessages>
  );
}

function ZoneEditor({ zone, dispatch }: { zone: ZoneRow; dispatch: DeliverySettings['dispatch'] }) {
  const t = useTranslations('adminDelivery');
  const zoneName = useZoneName();
  const texts = useZoneTexts();
  const { base, draft, theirs, save, setDraft, take, keep } = useZoneDraft(zone);
  const remove = useRemove(base);
  return (
    <div className="page">
      <PageTitle title={zoneName(zone.name)} />
      {theirs && <StaleDraft mine={texts(draft)} theirs={texts(draftOf(theirs))} onTake={take} onKeep={keep} />}
      <ZoneForm
        draft={draft}
        dispatch={dispatch}
        isNew={false}
        onChange={setDraft}
        onSubmit={() => save.mutate()}
        faults={faultsOf(save)}
      >
        <div className="admin-actions">
          <button className="button" disabled={save.isPending || theirs !== undefined}>
            {t('saveZone')}
          </button>
          <button
            type="button"
            className="button button-quiet"
            disabled={remove.isPending || save.isPending}
            onClick={() => {
              if (confirm(t('confirmRemove', { name: zoneName(zone.name) }))) remove.mutate();
            }}
          >
            {t('remove')}
          </button>
        </div>
      </ZoneForm>
      <SettingChanges
        name={`zone ${zone.name}`}
        textsOf={(stored) => texts(draftOfStored(stored as Omit<Zone, 'dispatch'>))}
      />
    </div>
  );
}

function useZoneDraft(zone: ZoneRow) {
  const t = useTranslations('adminDelivery');
  const queries = useQueryClient();
  const onError = useStaffErrorToast({ edited_meanwhile: t('removedMeanwhile') });
  return useVersionedDraft<ZoneRow, ZoneDraft>({
    row: zone,
    draftOf,
    readAnew: async () => {
      const { zones } = await queries.fetchQuery({ ...deliveryQuery, staleTime: 0 });
      return zones.find(({ name }) => name === zone.name);
    },
    save: (draft, { version }) => saveZone(draft, version),
    onSaved: () => {
      showToast({ text: t('saved') });
      void readAgain(queries);
    },
    onError,
  });
}

function useRemove({ name, version }: ZoneRow) {
  const t = useTranslations('adminDelivery');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const onError = useStaffErrorToast({ edited_meanwhile: t('changedMeanwhile') });
  return useMutation({
    mutationFn: () => sendRequest('removeZone', { body: { name, version } }),
    onSuccess: async () => {
      showToast({ text: t('removed') });
      await navigate(DELIVERY);
      await readAgain(queries);
    },
    onError,
  });
}
