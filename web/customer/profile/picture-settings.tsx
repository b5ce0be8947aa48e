import { useState, type DragEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { Profile } from '#contract/sessions.ts';
import { FormError } from '../../forms/form.tsx';
import { useFormError } from '../page/use-form-error.ts';
import { showToast } from '../shell/toasts.tsx';
import { Avatar } from './avatar.tsx';
import { updateStoredProfile } from './current-profile.ts';

type PictureSettingsProps = {
  profile: Profile;
  /** As it is being typed. */
  name: string;
};

/** The customer's picture: add one from the device or its camera, drop one, replace or remove it. */
export function PictureSettings({ profile: { email, picture }, name }: PictureSettingsProps) {
  const t = useTranslations('account.picture');
  const { change, isBusy, message } = useChangePicture();
  const { isOver, ...dropTarget } = useDropTarget((file) => {
    if (!isBusy) void change(file);
  });
  return (
    <div className="personal-details" data-over={isOver || undefined} aria-busy={isBusy} {...dropTarget}>
      <Avatar name={name} picture={picture} isLarge />
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>
          <bdi>{email}</bdi>
        </small>
      </p>
      <div className="picture-actions">
        <label className="button button-quiet" aria-disabled={isBusy || undefined}>
          {isBusy ? t('saving') : t(picture ? 'replace' : 'add')}
          <input
            className="visually-hidden"
            type="file"
            accept="image/*"
            disabled={isBusy}
            aria-describedby="picture-hint picture-kept"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void change(file);
              target.value = '';
            }}
          />
        </label>
        {picture && (
          <button type="button" className="button-plain" disabled={isBusy} onClick={() => void change(null)}>
            {t('remove')}
          </button>
        )}
      </div>
      <p id="picture-hint" className="field-hint">
        {t('hint')}
      </p>
      <p id="picture-kept" className="field-hint">
        {t('kept')}
      </p>
      <FormError>{message}</FormError>
    </div>
  );
}

/** Saves a file as the picture, or removes the picture; the script for it comes with the first change. */
function useChangePicture() {
  const t = useTranslations('account.picture');
  const [isBusy, setBusy] = useState(false);
  const { message, isWaiting, setError, clear } = useFormError();
  const change = async (file: File | null) => {
    clear();
    setBusy(true);
    try {
      const { sendPicture, removePicture } = await import('./send-picture.ts');
      await updateStoredProfile(() => (file ? sendPicture(file) : removePicture()));
      showToast({ text: t(file ? 'saved' : 'removed') });
    } catch (error) {
      setError(error, error instanceof RangeError ? t('tooLarge') : undefined);
    }
    setBusy(false);
  };
  return { change, isBusy: isBusy || isWaiting, message };
}

/** Takes the first of the files that are dropped. */
function useDropTarget(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      const [file] = event.dataTransfer.files;
      if (!file) return;
      event.preventDefault();
      onFile(file);
    },
  };
}
