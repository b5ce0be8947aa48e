import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { codeBody } from '#contract/security-forms.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { getSecurity, startTotp } from '#contract/security.ts';
import { downloadFile } from '../../browser/api-client.ts';
import { Form, FormError } from '../../forms/form.tsx';
import { ConfirmButton } from '../dialogs/dialog-button.tsx';
import { QueryContent } from '../page/page-states.tsx';
import { useApiForm } from '../page/use-api-form.ts';
import { useFormError } from '../page/use-form-error.ts';
import { useDateTimeFormat } from '../page/use-date-format.ts';
import { Section } from '../profile/profile-section.tsx';
import { lazyWithPreload } from '../shell/lazy-with-preload.ts';
import { showToast } from '../shell/toasts.tsx';
import { CodeField } from './code-field.tsx';
import { sendSecurityRequest } from './security-api.ts';
import { SECURITY_KEY, useRefreshSecurity } from './security-query.ts';
import { SecurityMessages } from './security-messages.tsx';
import { useProof } from './use-proof.tsx';
import './security.css';

const QrCode = lazyWithPreload(async () => (await import('../../ui/qr-code.tsx')).QrCode, { onError: 'hide' });

/** The second step of the sign-in by password: set up an authenticator app, get recovery codes, turn it off. */
export function SecondStepSettings() {
  return (
    <SecurityMessages isOptional>
      <SecondStep />
    </SecurityMessages>
  );
}

function SecondStep() {
  const t = useTranslations('security.secondStep');
  const [codes, setCodes] = useState<readonly string[]>();
  const security = useQuery({
    queryKey: SECURITY_KEY,
    queryFn: ({ signal }) => sendSecurityRequest('getSecurity', { signal }),
  });
  return (
    <Section name="secondStep" lead={t('lead')}>
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      <QueryContent query={security}>
        {({ second_step }) =>
          second_step ? <TurnedOn step={second_step} onCodes={setCodes} /> : <SetUp onCodes={setCodes} />
        }
      </QueryContent>
    </Section>
  );
}

type CodesProps = { onCodes: (codes: readonly string[] | undefined) => void };

function SetUp({ onCodes }: CodesProps) {
  const t = useTranslations('security.secondStep');
  const { withProof, proofDialog } = useProof();
  const { message, isWaiting, setError, clear } = useFormError();
  const [app, setApp] = useState<ResponseOf<typeof startTotp>>();
  const start = async () => {
    clear();
    try {
      setApp(await withProof(() => sendSecurityRequest('startTotp')));
    } catch (error) {
      setError(error);
    }
  };
  if (app) return <ConfirmApp app={app} onCodes={onCodes} onCancel={() => setApp(undefined)} />;
  return (
    <div className="password-link">
      <button type="button" className="button button-quiet" disabled={isWaiting} onClick={() => void start()}>
        {t('setUp')}
      </button>
      <FormError>{message}</FormError>
      {proofDialog}
    </div>
  );
}

type ConfirmAppProps = CodesProps & { app: ResponseOf<typeof startTotp>; onCancel: () => void };

/** The secret as QR code and as text, and the first code of the app. */
function ConfirmApp({ app: { secret, uri }, onCodes, onCancel }: ConfirmAppProps) {
  const t = useTranslations('security.secondStep');
  const refresh = useRefreshSecurity();
  const { withProof, proofDialog } = useProof();
  const { form, submit, errorMessage, isBusy } = useApiForm<{ code: string }>({
    schema: codeBody,
    defaultValues: { code: '' },
    send: async (body) => {
      onCodes((await withProof(() => sendSecurityRequest('confirmTotp', { body }))).codes);
      await refresh();
    },
  });
  return (
    <>
      <Suspense fallback={<div className="qr" />}>
        <QrCode text={uri} label={t('qrLabel')} caption={t('scan')} />
      </Suspense>
      <p>
        {t('type')} <code dir="ltr">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <Form form={form} submit={submit} className="form narrow">
        <CodeField label={t('firstCode')} />
        <FormError>{errorMessage}</FormError>
        <div className="dialog-actions">
          <button type="button" className="button button-quiet" onClick={onCancel}>
            {t('cancel')}
          </button>
          <button className="button" disabled={isBusy}>
            {t('turnOn')}
          </button>
        </div>
      </Form>
      {proofDialog}
    </>
  );
}

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void };

/** Shown once: the server has only hashes of them. */
function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const t = useTranslations('security.secondStep');
  const save = () => downloadFile(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'recovery-codes.txt');
  return (
    <div className="recovery-codes" role="status">
      <h3>{t('codesTitle')}</h3>
      <p>{t('codesLead')}</p>
      <ul dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="dialog-actions">
        <button type="button" className="button button-quiet" onClick={save}>
          {t('download')}
        </button>
        <button type="button" className="button" onClick={onDone}>
          {t('saved')}
        </button>
      </div>
    </div>
  );
}

type TurnedOnProps = CodesProps & { step: NonNullable<ResponseOf<typeof getSecurity>['second_step']> };

function TurnedOn({ step: { since, recovery_codes: count }, onCodes }: TurnedOnProps) {
  const t = useTranslations('security.secondStep');
  const moment = useDateTimeFormat();
  const { renew, turnOff, errorMessage, proofDialog } = useSecondStepChanges(onCodes);
  return (
    <>
      <p>
        {t('on', { date: moment(since) })} {t('codesLeft', { count })}
      </p>
      <div className="passkey-actions">
        <button type="button" className="button-plain" onClick={() => void renew()}>
          {t('renew')}
        </button>
        <ConfirmButton
          trigger={t('turnOff')}
          title={t('turnOffQuestion')}
          text={t('turnOffText')}
          confirmLabel={t('turnOff')}
          cancelLabel={t('cancel')}
          onConfirm={() => void turnOff()}
        />
      </div>
      <FormError>{errorMessage}</FormError>
      {proofDialog}
    </>
  );
}

function useSecondStepChanges(onCodes: CodesProps['onCodes']) {
  const t = useTranslations('security.secondStep');
  const refresh = useRefreshSecurity();
  const { withProof, proofDialog } = useProof();
  const { message, setError, clear } = useFormError();
  const change = async (send: () => Promise<unknown>) => {
    clear();
    try {
      await send();
    } catch (error) {
      setError(error);
    }
    await refresh();
  };
  return {
    renew: () => change(async () => onCodes((await withProof(() => sendSecurityRequest('renewRecoveryCodes'))).codes)),
    turnOff: () =>
      change(async () => {
        await withProof(() => sendSecurityRequest('removeTotp'));
        onCodes(undefined);
        showToast({ text: t('off') });
      }),
    errorMessage: message,
    proofDialog,
  };
}
