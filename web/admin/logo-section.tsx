import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { listSettings } from '#contract/admin-settings.ts';
import { sendRequest } from '../browser/api-client.ts';
import { LogoPicture } from '../ui/logo-picture.tsx';
import { useStaffErrorToast } from './error-toast.ts';

type LogoSectionProps = Pick<ResponseOf<typeof listSettings>, 'logo'> & {
  /** The shop's name, which the logo stands for. */
  name: string;
};

/** The logo that pages show, another one and none. */
export function LogoSection({ logo: { shown, version }, name }: LogoSectionProps) {
  const t = useTranslations('adminSettings.logo');
  const field = useId();
  const queries = useQueryClient();
  const options = {
    onError: useStaffErrorToast({ photo_invalid: t('invalid'), photo_too_large: t('invalid') }),
    onSettled: () =>
      Promise.all(['settings', 'setting-changes'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  };
  const upload = useMutation({
    mutationFn: (file: File) => sendRequest('setLogo', { params: { version }, body: file }),
    ...options,
  });
  const remove = useMutation({ mutationFn: () => sendRequest('removeLogo', { body: { version } }), ...options });
  const isPending = upload.isPending || remove.isPending;
  return (
    <section className="admin-section" aria-labelledby="logo">
      <h2 id="logo">{t('title')}</h2>
      {shown ? <LogoPicture logo={shown} name={name} /> : <p className="lead">{t('none')}</p>}
      <div className="field">
        <label htmlFor={field}>{t('upload')}</label>
        <input
          id={field}
          type="file"
          accept="image/*"
          aria-describedby={`${field}-note`}
          disabled={isPending}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) upload.mutate(file);
            target.value = '';
          }}
        />
        <p id={`${field}-note`} className="field-hint">
          {t('hint')}
        </p>
      </div>
      {shown && (
        <button type="button" className="button-plain" disabled={isPending} onClick={() => remove.mutate()}>
          {t('remove')}
        </button>
      )}
      <p role="status">{!isPending && (upload.isSuccess || remove.isSuccess) && t('saved')}</p>
    </section>
  );
}
