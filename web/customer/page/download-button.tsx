import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { downloadFile } from '../../browser/api-client.ts';
import { showToast } from '../shell/toasts.tsx';
import { useFormError } from './use-form-error.ts';

type DownloadButtonProps = {
  fetch: () => Promise<Blob>;
  /** The name of the file. */
  name: string;
  /** The toast once the file is saved. */
  successMessage?: string | undefined;
  children: ReactNode;
};

/** Fetches a file and saves it; an error is shown below the button, which is disabled while rate limited. */
export function DownloadButton({ fetch, name, successMessage, children }: DownloadButtonProps) {
  const t = useTranslations('customer.site');
  const { message, isWaiting, download } = useDownload({ fetch, name, successMessage });
  return (
    <div className="download">
      <button
        type="button"
        className="button button-quiet"
        disabled={download.isPending || isWaiting}
        onClick={() => download.mutate()}
      >
        <Download aria-hidden="true" size={18} />
        {download.isPending ? t('preparing') : children}
      </button>
      {message && (
        <p className="field-error" role="alert">
          {message}
        </p>
      )}
    </div>
  );
}

function useDownload({ fetch, name, successMessage }: Omit<DownloadButtonProps, 'children'>) {
  const { message, isWaiting, setError, clear } = useFormError();
  const download = useMutation({
    mutationFn: fetch,
    onMutate: clear,
    onSuccess: (file) => {
      downloadFile(file, name);
      if (successMessage) showToast({ text: successMessage });
    },
    onError: (error) => setError(error),
  });
  return { message, isWaiting, download };
}
