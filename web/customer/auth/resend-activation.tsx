import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { resendActivation } from '#contract/sessions.ts';
import { call } from '../../browser/client.ts';
import { Field } from '../../forms/field.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { useRefusal } from '../use-refusal.ts';

/** Asks for a new activation link. */
export function ResendActivation() {
  const t = useTranslations('customer');
  const refusal = useRefusal();
  const [answer, setAnswer] = useState<string>();
  const form = useContractForm<{ email: string }>(resendActivation.body, { email: '' });
  const submit = form.handleSubmit(async (body) => {
    setAnswer(
      await call(resendActivation, { body }).then(
        ({ message }) => message,
        (error) => refusal(error),
      ),
    );
  });
  return (
    <FormProvider {...form}>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <Field name="email" type="email" label={t('register.email')} autoComplete="email" />
        <button className="button button-quiet">{t('login.resend')}</button>
        <p role="status">{answer}</p>
      </form>
    </FormProvider>
  );
}
