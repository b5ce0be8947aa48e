import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { Mapping, StatementPreview } from '#contract/admin-transfers.ts';
import { decodeText } from '#contract/decode-text.ts';
import { MAX_STATEMENT_LENGTH } from '#domain/orders/match-transfers.ts';
import { sendRequest } from '../browser/api-client.ts';
import { useErrorMessage, showToast, useErrorToast } from '../customer/shell/toasts.tsx';
import { ColumnMapping } from './column-mapping.tsx';
import { StatementSummary } from './statement-summary.tsx';
import { TRANSFER_QUERIES } from './transfer-match.tsx';

type Statement = { name: string; text: string };

/** A statement is chosen or pasted, shown as it is read, and imported. */
export function StatementUpload() {
  const t = useTranslations('adminTransfers.upload');
  const [statement, setStatement] = useState<Statement>();
  const [preview, setPreview] = useState<StatementPreview>();
  const errorMessage = useErrorMessage();
  const reading = useMutation({
    mutationFn: ({ text, mapping }: Statement & { mapping?: Mapping }) =>
      sendRequest('previewStatement', { body: { text, ...(mapping && { mapping }) } }),
    onSuccess: setPreview,
  });
  const read = (chosen: Statement) => {
    if (chosen.text.length > MAX_STATEMENT_LENGTH) return showToast({ kind: 'warning', text: t('tooLarge') });
    setStatement(chosen);
    reading.mutate(chosen);
  };
  const close = () => {
    setStatement(undefined);
    setPreview(undefined);
  };
  return (
    <section className="statement-upload" aria-labelledby="upload">
      <h2 id="upload">{t('title')}</h2>
      {reading.isError && (
        <p className="field-error" role="alert">
          {errorMessage(reading.error)}
        </p>
      )}
      {statement && preview ? (
        <Preview
          statement={statement}
          preview={preview}
          onMapping={(mapping) => reading.mutate({ ...statement, mapping })}
          onClose={close}
        />
      ) : (
        <Chooser onRead={read} isReading={reading.isPending} />
      )}
    </section>
  );
}

function Chooser({ onRead, isReading }: { onRead: (statement: Statement) => void; isReading: boolean }) {
  const t = useTranslations('adminTransfers.upload');
  const [file, pasted] = [useId(), useId()];
  const choose = async (chosen: File | undefined) => {
    if (chosen) onRead({ name: chosen.name, text: decodeText(new Uint8Array(await chosen.arrayBuffer())) });
  };
  const paste = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('pasted'));
    if (text.trim() !== '') onRead({ name: '', text });
  };
  return (
    <>
      <p className="field-hint">{t('hint')}</p>
      <form className="statement-chooser" onSubmit={paste}>
        <div className="field">
          <label htmlFor={file}>{t('file')}</label>
          <input
            id={file}
            type="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            onChange={({ target }) => void choose(target.files?.[0])}
          />
        </div>
        <div className="field">
          <label htmlFor={pasted}>{t('paste')}</label>
          <textarea id={pasted} name="pasted" rows={2} dir="ltr" spellCheck={false} />
        </div>
        <button className="button button-quiet" disabled={isReading}>
          {t('read')}
        </button>
      </form>
    </>
  );
}

type PreviewProps = {
  statement: Statement;
  preview: StatementPreview;
  onMapping: (mapping: Mapping) => void;
  onClose: () => void;
};

function Preview({ statement, preview, onMapping, onClose }: PreviewProps) {
  const t = useTranslations('adminTransfers.upload');
  const queries = useQueryClient();
  const showErrorToast = useErrorToast();
  const button = useRef<HTMLButtonElement>(null);
  const { mapping, lines, is_remembered: isRemembered } = preview;
  const store = useMutation({
    mutationFn: () => sendRequest('importStatement', { body: { ...statement, mapping } }),
    onSuccess: ({ added }) => {
      showToast({ text: t('done', { count: added }) });
      onClose();
    },
    onError: showErrorToast,
    onSettled: () => Promise.all(TRANSFER_QUERIES.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <p className="field-hint">{t(isRemembered ? 'remembered' : 'map')}</p>
      <ColumnMapping header={preview.header} mapping={mapping} onChange={onMapping} />
      <StatementSummary preview={preview} />
      <div className="admin-actions">
        <button
          ref={button}
          type="button"
          className="button"
          disabled={store.isPending || lines === 0}
          onClick={() => store.mutate()}
        >
          {t('import', { count: lines - preview.known })}
        </button>
        <button type="button" className="button button-quiet" onClick={onClose}>
          {t('cancel')}
        </button>
      </div>
    </>
  );
}
