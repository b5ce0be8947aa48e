import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { resendActivation } from '#contract/sessions.ts';
import { call } from '../../browser/client.ts';
import { Field } from '../../forms/field.tsx';
import { Form } from '../../forms/form.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { useFailure } from '../use-failure.ts';

/** Asks for a new activation link, for an address that may be known already. */
export function ResendActivation({ email = '' }: { email?: string }) {
  const t = useTranslations('customer');
  const failure = useFailure();
  const [answer, setAnswer] = useState<string>();
  const form = useContractForm<{ email: string }>(resendActivation.body, { email });
  const submit = form.handleSubmit(async (body) => {
    failure.clear();
    try {
      setAnswer((await call(resendActivation, { body })).message);
    } catch (error) {
      setAnswer(undefined);
      failure.fail(error);
    }
  });
  return (
    <Form form={form} submit={submit}>
      <Field name="email" type="email" label={t('register.email')} autoComplete="email" spellCheck={false} />
      <button className="button button-quiet" disabled={form.formState.isSubmitting || failure.isWaiting}>
        {t('login.resend')}
      </button>
      <p role="status">{failure.sentence ?? answer}</p>
    </Form>
  );
}
