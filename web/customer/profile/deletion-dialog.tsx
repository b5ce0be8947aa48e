import { Dialog } from '@base-ui/react/dialog';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { deleteAccount } from '#contract/account.ts';
import { call } from '../../browser/client.ts';
import { forgetSession } from '../../browser/session.ts';
import { Form, Refused } from '../../forms/form.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { showFieldErrors, useContractForm } from '../../forms/use-contract-form.ts';
import { forgetAllDrafts } from '../../forms/drafts.ts';
import { FAREWELL } from '../auth/farewell.tsx';
import { TitledDialog } from '../titled-dialog.tsx';
import { useFailure } from '../use-failure.ts';
import type { Opening } from '../use-opening.ts';

/** Says what goes and what stays, and asks for the password, before an account is deleted. */
export function DeletionDialog(opening: Opening) {
  const t = useTranslations('account');
  return (
    <TitledDialog title={t('deleteQuestion')} {...opening}>
      <WhatBecomesOfIt />
      <DeletionForm />
    </TitledDialog>
  );
}

function WhatBecomesOfIt() {
  const t = useTranslations('account');
  return (
    <dl className="becomes">
      {(['goes', 'stays', 'way'] as const).map((part) => (
        <div key={part}>
          <dt>{t(`deletion.${part}`)}</dt>
          <dd>{t(`deletion.${part}Text`)}</dd>
        </div>
      ))}
    </dl>
  );
}

function DeletionForm() {
  const t = useTranslations('account');
  const { form, submit, failure } = useDeletion();
  return (
    <Form form={form} submit={submit}>
      <PasswordField name="password" label={t('deletePassword')} autoComplete="current-password" />
      <Refused>{failure.sentence}</Refused>
      <div className="dialog-actions">
        <Dialog.Close className="button button-quiet">{t('deleteKeep')}</Dialog.Close>
        <button className="button button-danger" disabled={form.formState.isSubmitting || failure.isWaiting}>
          {t('deleteConfirm')}
        </button>
      </div>
    </Form>
  );
}

function useDeletion() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const failure = useFailure();
  const form = useContractForm<{ password: string }>(deleteAccount.body, { password: '' });
  const submit = form.handleSubmit(async (body) => {
    failure.clear();
    try {
      await call(deleteAccount, { body });
    } catch (error) {
      if (!showFieldErrors(form, error)) failure.fail(error);
      return;
    }
    forgetAllDrafts();
    forgetSession();
    await navigate('/auth/login', { replace: true, state: FAREWELL });
    queries.clear();
  });
  return { form, submit, failure };
}
