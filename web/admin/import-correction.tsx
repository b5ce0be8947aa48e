import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { AnyImport } from '#contract/admin-imports.ts';
import { decodeText } from '#contract/decode-text.ts';
import { MAX_CORRECTION } from '#domain/catalogue/import-run.ts';
import { sendRequest } from '../browser/api-client.ts';
import { showToast, useErrorToast } from '../customer/shell/toasts.tsx';
import { IMPORT_QUERIES } from './import-chooser.tsx';
import { Labelled } from './labelled-input.tsx';

/** Corrected rows or records alone: they become an import of their own. */
export function ImportCorrection({ run: { id, kind } }: { run: AnyImport }) {
  const t = useTranslations('adminImports.fix');
  const [text, setText] = useState('');
  const send = useSending(id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') send.mutate(text);
  };
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_CORRECTION) return showToast({ kind: 'danger', text: t('tooLarge') });
    setText(decodeText(new Uint8Array(await file.arrayBuffer())));
  };
  return (
    <section className="admin-section" aria-labelledby="fix">
      <h2 id="fix">{t('title')}</h2>
      <p>{t(kind === 'onix' ? 'onix' : 'csv')}</p>
      <form className="form prices-form" onSubmit={submit}>
        <Labelled label={t('paste')}>
          {(wiring) => (
            <textarea
              {...wiring}
              rows={6}
              dir="ltr"
              spellCheck={false}
              maxLength={MAX_CORRECTION}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Labelled>
        <Labelled label={t('file')}>
          {(wiring) => (
            <input
              {...wiring}
              type="file"
              accept=".csv,.tsv,.txt,.xml,.onix"
              onChange={({ target }) => {
                void read(target.files?.[0]);
                target.value = '';
              }}
            />
          )}
        </Labelled>
        <button className="button" disabled={send.isPending || text.trim() === ''}>
          {t('send')}
        </button>
      </form>
    </section>
  );
}

function useSending(id: string) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const showErrorToast = useErrorToast();
  return useMutation({
    mutationFn: (text: string) => sendRequest('correctImport', { body: { id, text } }),
    onSuccess: ({ id: correction }) => void navigate(`/imports/${correction}`),
    onError: showErrorToast,
    onSettled: () => Promise.all(IMPORT_QUERIES.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
