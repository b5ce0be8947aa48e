import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { startProof } from '#contract/security.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { codeBody, passwordProof } from '#contract/security-forms.ts';
import { Form, FormError, PasswordField } from '../../forms/form.tsx';
import { TitledDialog } from '../dialogs/dialog.tsx';
import { signOut } from '../auth/sign-in-and-out.ts';
import { QueryContent } from '../page/page-states.tsx';
import { useApiForm } from '../page/use-api-form.ts';
import { useFormError } from '../page/use-form-error.ts';
import { hasPasskeySupport, signWithPasskey } from './browser-passkeys.ts';
import { CodeField } from './code-field.tsx';
import { sendSecurityRequest } from './security-api.ts';
import { SecurityMessages } from './security-messages.tsx';
import './security.css';

type EndProps = {
  /** Called once: with true after a proof, with false where the dialog was closed without one. */
  onEnd: (isProven: boolean) => void;
};

/** Asks who is there, before something that a stolen session must not be able to do. */
export function ProofDialog({ onEnd }: EndProps) {
  return (
    <SecurityMessages>
      <Proof onEnd={onEnd} />
    </SecurityMessages>
  );
}

const PROOF_KEY = ['proof'];

function Proof({ onEnd }: EndProps) {
  const t = useTranslations('security.proof');
  const ways = useQuery({ queryKey: PROOF_KEY, queryFn: () => sendSecurityRequest('startProof'), gcTime: 0 });
  return (
    <TitledDialog title={t('title')} isOpen onOpenChange={() => onEnd(false)}>
      <p>{t('lead')}</p>
      <QueryContent query={ways}>{(found) => <Ways ways={found} onEnd={onEnd} />}</QueryContent>
    </TitledDialog>
  );
}

function Ways({ ways: { password, code, passkey }, onEnd }: EndProps & { ways: ResponseOf<typeof startProof> }) {
  const canUsePasskey = passkey !== null && hasPasskeySupport();
  if (!password && !code && !canUsePasskey) return <SignInAgain />;
  return (
    <div className="proofs">
      {canUsePasskey && <PasskeyProof optionsJSON={passkey} onEnd={onEnd} />}
      {code && <CodeProof onEnd={onEnd} />}
      {password && <PasswordProof onEnd={onEnd} />}
    </div>
  );
}

type PasskeyProofProps = EndProps & { optionsJSON: NonNullable<ResponseOf<typeof startProof>['passkey']> };

function PasskeyProof({ optionsJSON, onEnd }: PasskeyProofProps) {
  const t = useTranslations('security.proof');
  const queries = useQueryClient();
  const { message, isWaiting, setError, clear } = useFormError();
  const prove = async () => {
    clear();
    try {
      const passkey = await signWithPasskey({ optionsJSON });
      if (!passkey) return;
      await sendSecurityRequest('proveIdentity', { body: { passkey } });
      onEnd(true);
    } catch (error) {
      setError(error, t('failed'));
      // What the browser was to sign has been used.
      await queries.invalidateQueries({ queryKey: PROOF_KEY });
    }
  };
  return (
    <>
      <button type="button" className="button" disabled={isWaiting} onClick={() => void prove()}>
        {t('usePasskey')}
      </button>
      <FormError>{message}</FormError>
    </>
  );
}

function CodeProof({ onEnd }: EndProps) {
  const t = useTranslations('security');
  const { form, submit, errorMessage, isBusy } = useApiForm<{ code: string }>({
    schema: codeBody,
    defaultValues: { code: '' },
    send: async (body) => {
      await sendSecurityRequest('proveIdentity', { body });
      onEnd(true);
    },
  });
  return (
    <Form form={form} submit={submit}>
      <CodeField label={t('code.label')} hint={t('code.hint')} />
      <FormError>{errorMessage}</FormError>
      <button className="button" disabled={isBusy}>
        {t('proof.confirm')}
      </button>
    </Form>
  );
}

function PasswordProof({ onEnd }: EndProps) {
  const t = useTranslations('security.proof');
  const { form, submit, errorMessage, isBusy } = useApiForm<{ password: string }>({
    schema: passwordProof,
    defaultValues: { password: '' },
    send: async (body) => {
      await sendSecurityRequest('proveIdentity', { body });
      onEnd(true);
    },
  });
  return (
    <Form form={form} submit={submit}>
      <PasswordField name="password" label={t('password')} autoComplete="current-password" />
      <FormError>{errorMessage}</FormError>
      <button className="button" disabled={isBusy}>
        {t('confirm')}
      </button>
    </Form>
  );
}

/** For customers who only sign in with the identity provider. */
function SignInAgain() {
  const t = useTranslations('security.proof');
  const page = location.pathname.replace(/^\/customer/, '');
  return (
    <>
      <p>{t('signInAgain')}</p>
      <button
        type="button"
        className="button"
        onClick={() => void signOut(`/customer/auth/login?to=${encodeURIComponent(page)}`)}
      >
        {t('signOut')}
      </button>
    </>
  );
}
