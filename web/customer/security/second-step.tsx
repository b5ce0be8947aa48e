import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { codeBody } from '#contract/security-forms.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { Form } from '../../forms/form.tsx';
import { AuthCard } from '../auth/auth-card.tsx';
import { completeSignIn } from '../auth/sign-in-and-out.ts';
import { useApiForm } from '../page/use-api-form.ts';
import { CodeField } from './code-field.tsx';
import { SecurityMessages } from './security-messages.tsx';

/** Who is signing in, by a password that was right. */
type SecondStepProps = { username: string; password: string };

/** The second step of a sign-in: asks for a code, and sends it with what was typed before. */
export function SecondStep(credentials: SecondStepProps) {
  return (
    <SecurityMessages>
      <CodeForm {...credentials} />
    </SecurityMessages>
  );
}

function CodeForm(credentials: SecondStepProps) {
  const t = useTranslations('security.code');
  const [search] = useSearchParams();
  const { form, submit, errorMessage, isBusy } = useApiForm<{ code: string }>({
    schema: codeBody,
    defaultValues: { code: '' },
    send: async ({ code }) => completeSignIn(await sendRequest('logIn', { body: { ...credentials, code } }), search),
  });
  return (
    <AuthCard title={t('title')} lead={t('lead')} error={errorMessage}>
      <Form form={form} submit={submit}>
        <CodeField label={t('label')} hint={t('hint')} />
        <button className="button" disabled={isBusy}>
          {t('submit')}
        </button>
      </Form>
    </AuthCard>
  );
}
