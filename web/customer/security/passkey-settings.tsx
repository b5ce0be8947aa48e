import { useQuery } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Passkey } from '#contract/security.ts';
import { renamePasskeyBody } from '#contract/security-forms.ts';
import { Form, FormError, TextField } from '../../forms/form.tsx';
import { ConfirmButton } from '../dialogs/dialog-button.tsx';
import { QueryContent } from '../page/page-states.tsx';
import { useApiForm } from '../page/use-api-form.ts';
import { useFormError } from '../page/use-form-error.ts';
import { useDateTimeFormat } from '../page/use-date-format.ts';
import { Section } from '../profile/profile-section.tsx';
import { showToast } from '../shell/toasts.tsx';
import { createPasskey, hasPasskeySupport } from './browser-passkeys.ts';
import { sendSecurityRequest } from './security-api.ts';
import { SECURITY_KEY, useRefreshSecurity } from './security-query.ts';
import { SecurityMessages } from './security-messages.tsx';
import { useProof } from './use-proof.tsx';
import './security.css';

/** The customer's passkeys: add, name and remove. */
export function PasskeySettings() {
  return (
    <SecurityMessages isOptional>
      <Passkeys />
    </SecurityMessages>
  );
}

function Passkeys() {
  const t = useTranslations('security.passkeys');
  const security = useQuery({
    queryKey: SECURITY_KEY,
    queryFn: ({ signal }) => sendSecurityRequest('getSecurity', { signal }),
  });
  return (
    <Section name="passkeys" lead={t('lead')}>
      <QueryContent query={security}>
        {({ passkeys }) => (
          <>
            {passkeys.length > 0 && (
              <ul className="devices">
                {passkeys.map((passkey) => (
                  <PasskeyItem key={passkey.id} passkey={passkey} />
                ))}
              </ul>
            )}
            {passkeys.length === 1 && !passkeys[0]!.is_backed_up && <p className="field-hint">{t('onlyOne')}</p>}
            <AddPasskey />
          </>
        )}
      </QueryContent>
    </Section>
  );
}

function AddPasskey() {
  const t = useTranslations('security.passkeys');
  const { add, isBusy, errorMessage, proofDialog } = useAddPasskey();
  if (!hasPasskeySupport()) return <p className="field-hint">{t('unsupported')}</p>;
  return (
    <div className="password-link">
      <button type="button" className="button button-quiet" disabled={isBusy} onClick={() => void add()}>
        {t('add')}
      </button>
      <FormError>{errorMessage}</FormError>
      {proofDialog}
    </div>
  );
}

function useAddPasskey() {
  const t = useTranslations('security.passkeys');
  const refresh = useRefreshSecurity();
  const { withProof, proofDialog } = useProof();
  const { message, isWaiting, setError, clear } = useFormError();
  const [isPending, setPending] = useState(false);
  const add = async () => {
    clear();
    setPending(true);
    try {
      const response = await createPasskey(await withProof(() => sendSecurityRequest('startPasskey')));
      if (response) {
        await withProof(() => sendSecurityRequest('addPasskey', { body: { response } }));
        showToast({ text: t('added') });
      }
    } catch (error) {
      setError(error, error instanceof Error && error.name === 'InvalidStateError' ? t('exists') : t('failed'));
    }
    await refresh();
    setPending(false);
  };
  return { add, isBusy: isPending || isWaiting, errorMessage: message, proofDialog };
}

function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const t = useTranslations('security.passkeys');
  const moment = useDateTimeFormat();
  const [isRenaming, setRenaming] = useState(false);
  const { id, name, is_backed_up, created_at, last_used_at } = passkey;
  if (isRenaming) return <RenamePasskey passkey={passkey} onEnd={() => setRenaming(false)} />;
  return (
    <li className="device">
      <KeyRound aria-hidden="true" size={24} />
      <p id={`passkey-${id}`}>
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>
          {t('created', { date: moment(created_at) })}
          {last_used_at && <> · {t('used', { date: moment(last_used_at) })}</>} ·{' '}
          {is_backed_up ? t('synced') : t('thisDeviceOnly')}
        </small>
      </p>
      <div className="passkey-actions">
        <button
          type="button"
          className="button-plain"
          aria-describedby={`passkey-${id}`}
          onClick={() => setRenaming(true)}
        >
          {t('rename')}
        </button>
        <RemovePasskey passkey={passkey} />
      </div>
    </li>
  );
}

function RenamePasskey({ passkey: { id, name }, onEnd }: { passkey: Passkey; onEnd: () => void }) {
  const t = useTranslations('security.passkeys');
  const refresh = useRefreshSecurity();
  const { form, submit, errorMessage, isBusy } = useApiForm<{ id: string; name: string }>({
    schema: renamePasskeyBody,
    defaultValues: { id, name },
    send: async (body) => {
      await sendSecurityRequest('renamePasskey', { body });
      await refresh();
      onEnd();
    },
  });
  return (
    <li>
      <Form form={form} submit={submit} className="form narrow">
        <TextField name="name" label={t('name')} />
        <FormError>{errorMessage}</FormError>
        <div className="dialog-actions">
          <button type="button" className="button button-quiet" onClick={onEnd}>
            {t('cancel')}
          </button>
          <button className="button" disabled={isBusy}>
            {t('save')}
          </button>
        </div>
      </Form>
    </li>
  );
}

function RemovePasskey({ passkey: { id, name } }: { passkey: Passkey }) {
  const t = useTranslations('security.passkeys');
  const refresh = useRefreshSecurity();
  const { withProof, proofDialog } = useProof();
  const { message, setError } = useFormError();
  const remove = async () => {
    try {
      await withProof(() => sendSecurityRequest('removePasskey', { body: { id } }));
      showToast({ text: t('removed') });
    } catch (error) {
      setError(error);
    }
    await refresh();
  };
  return (
    <>
      <ConfirmButton
        trigger={t('remove')}
        describedBy={`passkey-${id}`}
        title={t('removeQuestion', { name })}
        text={t('removeText')}
        confirmLabel={t('remove')}
        cancelLabel={t('cancel')}
        onConfirm={() => void remove()}
      />
      <FormError>{message}</FormError>
      {proofDialog}
    </>
  );
}
