import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { PricePreview, PriceResult } from '#contract/admin-catalogue.ts';
import { MAX_PRICE_LIST } from '#domain/catalogue/price-list.ts';
import { sendRequest } from '../browser/api-client.ts';
import { PageTitle } from '../customer/page/page-states.tsx';
import { showToast } from '../customer/shell/toasts.tsx';
import { AdminMessages } from './admin-messages.tsx';
import { useStaffErrorToast } from './error-toast.ts';
import { Labelled } from './labelled-input.tsx';
import { NotChanged, PriceChanges } from './price-changes.tsx';

export function PricesPage() {
  return (
    <AdminMessages of="adminCatalogue">
      <Prices />
    </AdminMessages>
  );
}

/** Many prices at once: pasted or of a file, seen as a difference, then changed. */
function Prices() {
  const t = useTranslations('adminCatalogue');
  const [text, setText] = useState('');
  const [failed, setFailed] = useState<readonly PriceResult[]>([]);
  const showErrorToast = useStaffErrorToast({ invalid: t('prices.header') });
  const preview = useMutation({
    mutationFn: (list: string) => sendRequest('previewPrices', { body: { text: list } }),
    onError: showErrorToast,
  });
  const change = (list: string) => {
    setText(list);
    setFailed([]);
    preview.reset();
  };
  const compare = (list: string) => {
    change(list);
    if (list.trim() !== '') preview.mutate(list);
  };
  const showWhatIsLeft = (results: readonly PriceResult[]) => {
    preview.mutate(text);
    setFailed(results.filter(({ error }) => error !== null));
  };
  return (
    <div className="page">
      <p>
        <Link to="/catalogue">{t('title.back')}</Link>
      </p>
      <PageTitle title={t('prices.title')} />
      <PriceList text={text} isPending={preview.isPending} onChange={change} onCompare={compare} />
      {failed.length > 0 && <NotChanged results={failed} />}
      {preview.data && <Difference preview={preview.data} onDone={showWhatIsLeft} />}
    </div>
  );
}

/** Bytes of a file that may be a price list. */
const MAX_FILE = MAX_PRICE_LIST * 2;

type PriceListProps = {
  text: string;
  isPending: boolean;
  onChange: (text: string) => void;
  onCompare: (text: string) => void;
};

function PriceList({ text, isPending, onChange, onCompare }: PriceListProps) {
  const t = useTranslations('adminCatalogue.prices');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onCompare(text);
  };
  const read = (file: File | undefined) => {
    if (file && file.size > MAX_FILE) showToast({ kind: 'danger', text: t('header') });
    else void file?.text().then(onCompare);
  };
  return (
    <form className="form prices-form" onSubmit={submit}>
      <p>{t('text')}</p>
      <Labelled label={t('paste')}>
        {(wiring) => (
          <textarea
            {...wiring}
            rows={8}
            dir="ltr"
            spellCheck={false}
            maxLength={MAX_PRICE_LIST}
            placeholder="isbn,list_price,member_price"
            value={text}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Labelled>
      <Labelled label={t('file')}>
        {(wiring) => (
          <input
            {...wiring}
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            onChange={({ target }) => {
              read(target.files?.[0]);
              target.value = '';
            }}
          />
        )}
      </Labelled>
      <button className="button" disabled={isPending || text.trim() === ''}>
        {t('preview')}
      </button>
    </form>
  );
}

type DifferenceProps = { preview: PricePreview; onDone: (results: PriceResult[]) => void };

function Difference({ preview: { changes, unchanged, faults }, onDone }: DifferenceProps) {
  const t = useTranslations('adminCatalogue.prices');
  const queries = useQueryClient();
  const showErrorToast = useStaffErrorToast({});
  const apply = useMutation({
    mutationFn: () => {
      const rows = changes.map(({ isbn, before, after }) => ({ isbn, before, after }));
      return sendRequest('applyPrices', { body: { rows } });
    },
    onSuccess: ({ results }) => {
      showToast({ text: t('done', { count: results.filter(({ error }) => error === null).length }) });
      onDone(results);
    },
    onError: showErrorToast,
    onSettled: () => Promise.all([['titles'], ['title']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  const big = changes.filter((change) => change.is_big).length;
  return (
    <section aria-labelledby="difference">
      <div role="status">
        <h2 id="difference">{changes.length === 0 ? t('nothing') : t('summary', { count: changes.length })}</h2>
      </div>
      {unchanged > 0 && <p>{t('unchanged', { count: unchanged })}</p>}
      {big > 0 && <p className="alert alert-warning">{t('big', { count: big })}</p>}
      {faults.length > 0 && <Faults faults={faults} />}
      {changes.length > 0 && (
        <>
          <p>
            <button type="button" className="button" disabled={apply.isPending} onClick={() => apply.mutate()}>
              {t('apply', { count: changes.length })}
            </button>
          </p>
          <PriceChanges changes={changes} />
        </>
      )}
    </section>
  );
}

function Faults({ faults }: { faults: PricePreview['faults'] }) {
  const t = useTranslations('adminCatalogue.prices');
  return (
    <div className="alert alert-danger" role="alert">
      <p>{t('errors', { count: faults.length })}</p>
      <ul>
        {faults.map(({ line, isbn, reason }) => (
          <li key={line}>
            {t('errorLine', { line, reason: t(`reasons.${reason}`) })} {isbn && <bdi>({isbn})</bdi>}
          </li>
        ))}
      </ul>
    </div>
  );
}
