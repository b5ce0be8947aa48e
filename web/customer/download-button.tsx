import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { saveFile } from '../browser/save-file.ts';
import { useNotify } from './notices.tsx';
import { useFailure } from './use-failure.ts';

type DownloadButtonProps = {
  fetch: () => Promise<Blob>;
  /** Of the file. */
  name: string;
  /** What a notice says once it is saved. */
  done?: string | undefined;
  children: ReactNode;
};

/** Fetches a file and saves it; why it could not be had stands below the button, which waits as long as it is asked to. */
export function DownloadButton({ fetch, name, done, children }: DownloadButtonProps) {
  const t = useTranslations('customer.site');
  const { sentence, isWaiting, download } = useDownload({ fetch, name, done });
  return (
    <div className="download">
      <button
        type="button"
        className="button button-quiet"
        disabled={download.isPending || isWaiting}
        onClick={() => download.mutate()}
      >
        <Download aria-hidden="true" size={18} />
        {download.isPending ? t('making') : children}
      </button>
      {sentence && (
        <p className="field-error" role="alert">
          {sentence}
        </p>
      )}
    </div>
  );
}

function useDownload({ fetch, name, done }: Omit<DownloadButtonProps, 'children'>) {
  const notify = useNotify();
  const { sentence, isWaiting, fail, clear } = useFailure();
  const download = useMutation({
    mutationFn: fetch,
    onMutate: clear,
    onSuccess: (file) => {
      saveFile(file, name);
      if (done) notify({ text: done });
    },
    onError: (error) => fail(error),
  });
  return { sentence, isWaiting, download };
}
