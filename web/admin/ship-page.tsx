import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { ShipmentRow, ShipResult } from '#contract/admin-fulfilment.ts';
import { CARRIER_NAMES } from '#domain/orders/carrier.ts';
import { BULK_ORDERS } from '#domain/orders/staff-work.ts';
import { sendRequest } from '../browser/api-client.ts';
import { PageTitle } from '../customer/page/page-states.tsx';
import { useStaffErrorToast } from './error-toast.ts';
import { Labelled } from './labelled-input.tsx';
import { useReason } from './transitions.tsx';

type List = { csv: string; carrier: string };

/** Packed orders leave with the parcels of a list: pasted or of a file, seen row by row, then shipped. */
export function ShipPage() {
  const t = useTranslations('adminFulfilment.ship');
  const fulfilment = useTranslations('adminFulfilment');
  const queries = useQueryClient();
  const showErrorToast = useStaffErrorToast({ invalid: t('columns') });
  const preview = useMutation({
    mutationFn: (body: List) => sendRequest('previewShipments', { body }),
    onError: showErrorToast,
  });
  const ship = useMutation({
    mutationFn: sendInParts,
    onError: showErrorToast,
    onSettled: () => queries.invalidateQueries(),
  });
  const read = (list: List) => {
    ship.reset();
    preview.mutate(list);
  };
  return (
    <div className="page">
      <p>
        <Link to="/fulfilment">{fulfilment('back')}</Link>
      </p>
      <PageTitle title={t('title')} />
      <ParcelList isPending={preview.isPending} onRead={read} />
      {preview.data && (
        <Parcels
          rows={preview.data.rows}
          results={ship.data}
          isPending={ship.isPending}
          onShip={(rows) => ship.mutate(rows)}
        />
      )}
    </div>
  );
}

/** Some at a time: what was shipped before a part is lost stays shipped, and the same list can be sent again. */
async function sendInParts(rows: readonly ShipmentRow[]): Promise<Map<string, ShipResult>> {
  const results = new Map<string, ShipResult>();
  for (let from = 0; from < rows.length; from += BULK_ORDERS) {
    const parcels = rows.slice(from, from + BULK_ORDERS).map(({ number, carrier, tracking }) => ({
      number,
      carrier,
      tracking,
    }));
    const sent = await sendRequest('shipOrders', { body: { parcels } });
    for (const result of sent.results) results.set(result.number, result);
  }
  return results;
}

function ParcelList({ isPending, onRead }: { isPending: boolean; onRead: (list: List) => void }) {
  const t = useTranslations('adminFulfilment.ship');
  const [list, setList] = useState<List>({ csv: '', carrier: '' });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRead(list);
  };
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    const next = { ...list, csv: await file.text() };
    setList(next);
    onRead(next);
  };
  return (
    <form className="form" onSubmit={submit}>
      <p>{t('text')}</p>
      <Labelled label={t('paste')}>
        {(wiring) => (
          <textarea
            {...wiring}
            rows={8}
            dir="ltr"
            spellCheck={false}
            maxLength={200_000}
            value={list.csv}
            onChange={({ target }) => setList({ ...list, csv: target.value })}
          />
        )}
      </Labelled>
      <Labelled label={t('file')}>
        {(wiring) => (
          <input
            {...wiring}
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            onChange={({ target }) => void readFile(target.files?.[0])}
          />
        )}
      </Labelled>
      <Labelled label={t('carrier')}>
        {(wiring) => (
          <select
            {...wiring}
            value={list.carrier}
            onChange={({ target }) => setList({ ...list, carrier: target.value })}
          >
            <option value="">{t('inList')}</option>
            {CARRIER_NAMES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </Labelled>
      <button className="button" disabled={isPending || list.csv.trim() === ''}>
        {t('preview')}
      </button>
    </form>
  );
}

type ParcelsProps = {
  rows: readonly ShipmentRow[];
  results: ReadonlyMap<string, ShipResult> | undefined;
  isPending: boolean;
  onShip: (rows: readonly ShipmentRow[]) => void;
};

/** Each row of the list with what it does, and then with what became of it. */
function Parcels({ rows, results, isPending, onShip }: ParcelsProps) {
  const t = useTranslations('adminFulfilment.ship');
  const reason = useReason();
  const ready = rows.filter(({ effect }) => effect === 'ship');
  const shipped = [...(results?.values() ?? [])].filter(({ outcome }) => outcome !== null).length;
  const stateOf = ({ number, effect }: ShipmentRow) => {
    const result = effect === 'ship' ? results?.get(number) : undefined;
    if (!result) return t(`effects.${effect}`);
    return result.error === null ? t('shipped') : reason(result.error);
  };
  return (
    <section aria-labelledby="parcels">
      <div role="status">
        <h2 id="parcels">{results ? t('done', { count: shipped }) : t('summary', { count: ready.length })}</h2>
      </div>
      {!results && ready.length > 0 && (
        <button type="button" className="button" disabled={isPending} onClick={() => onShip(ready)}>
          {t('ship', { count: ready.length })}
        </button>
      )}
      <div className="admin-table">
        <table aria-labelledby="parcels">
          <thead>
            <tr>
              {(['line', 'order', 'parcel', 'effect'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line}>
                <td className="is-count">{row.line}</td>
                <td>
                  <bdi>{row.number}</bdi>
                </td>
                <td className="is-detail">
                  <bdi>{row.carrier}</bdi> <bdi>{row.tracking}</bdi>
                </td>
                <td className="is-detail">{stateOf(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
