import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { sendRequest } from '../browser/api-client.ts';
import { showToast } from '../customer/shell/toasts.tsx';
import { useStaffErrorToast } from './error-toast.ts';
import { CHECKING, checkFile, sendFile, uploadFault, useUpload, type Upload } from './import-upload.ts';
import { Labelled } from './labelled-input.tsx';

/** What is loaded again when an import has changed. */
export const IMPORT_QUERIES = [['imports'], ['import']];

/** Chooses a file: it is read, announced, and sent while its import is shown. */
export function ImportChooser({ label }: { label: string }) {
  const t = useTranslations('adminImports.upload');
  const checking = useUpload(CHECKING);
  const upload = useUploading();
  const choose = (file: File | undefined) => {
    if (!file) return;
    const fault = uploadFault(file);
    if (fault) showToast({ kind: 'danger', text: t(fault) });
    else upload.mutate(file);
  };
  return (
    <div className="import-chooser">
      <Labelled label={label} hint={t('hint')}>
        {(wiring) => (
          <input
            {...wiring}
            type="file"
            accept=".xml,.onix,.onx,.csv,.gz,.zip"
            disabled={upload.isPending}
            onChange={({ target }) => {
              choose(target.files?.[0]);
              target.value = '';
            }}
          />
        )}
      </Labelled>
      {checking && <UploadState upload={checking} />}
    </div>
  );
}

function useUploading() {
  const t = useTranslations('adminImports.upload');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const showErrorToast = useStaffErrorToast({ too_many: t('tooMany') });
  const loadAgain = () => Promise.all(IMPORT_QUERIES.map((queryKey) => queries.invalidateQueries({ queryKey })));
  return useMutation({
    mutationFn: async (file: File) => {
      const checked = await checkFile(file);
      const name = file.name.slice(-200);
      const started = await sendRequest('startImport', { body: { name, size: file.size, digest: checked.digest } });
      return { ...started, checked };
    },
    onSuccess: ({ id, received, checked }) => {
      void navigate(`/imports/${id}`);
      if (received === checked.file.size) showToast({ text: t('known') });
      else void sendFile(id, checked, received).catch(showErrorToast).finally(loadAgain);
    },
    onError: showErrorToast,
    onSettled: loadAgain,
  });
}

/** How far an upload is. */
export function UploadState({ upload: { step, share } }: { upload: Upload }) {
  const t = useTranslations('adminImports.upload');
  const label = step === 'checking' ? t('checking', { share }) : t('sending', { share });
  return (
    <div className="import-progress">
      <progress max={1} value={share} aria-label={label} />
      <p>{step === 'waiting' ? t('waiting') : label}</p>
    </div>
  );
}
