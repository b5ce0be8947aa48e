import { Dialog } from '@base-ui/react/dialog';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { deleteAccountBody } from '#contract/forms.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { clearSession } from '../../browser/session.ts';
import { Form, FormError, PasswordField } from '../../forms/form.tsx';
import { discardAllDrafts } from '../../forms/drafts.ts';
import { ACCOUNT_DELETED_STATE } from '../auth/auth-card.tsx';
import { TitledDialog } from '../dialogs/dialog.tsx';
import { useApiForm } from '../page/use-api-form.ts';
import type { DialogState } from '../dialogs/dialog.tsx';

/** Says what is removed and what is kept, and requires the password, before the account is deleted. */
export function DeleteAccountDialog(dialog: DialogState) {
  const t = useTranslations('account');
  return (
    <TitledDialog title={t('deleteQuestion')} {...dialog}>
      <DeletionConsequences />
      <DeletionForm />
    </TitledDialog>
  );
}

function DeletionConsequences() {
  const t = useTranslations('account');
  return (
    <dl className="deletion-consequences">
      {(['removed', 'kept', 'openOrders'] as const).map((part) => (
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
  const { form, submit, errorMessage, isBusy } = useDeletion();
  return (
    <Form form={form} submit={submit}>
      <PasswordField name="password" label={t('deletePassword')} autoComplete="current-password" />
      <FormError>{errorMessage}</FormError>
      <div className="dialog-actions">
        <Dialog.Close className="button button-quiet">{t('deleteKeep')}</Dialog.Close>
        <button className="button button-danger" disabled={isBusy}>
          {t('deleteConfirm')}
        </button>
      </div>
    </Form>
  );
}

function useDeletion() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useApiForm<{ password: string }>({
    schema: deleteAccountBody,
    defaultValues: { password: '' },
    send: async (body) => {
      await sendRequest('deleteAccount', { body });
      discardAllDrafts();
      clearSession();
      await navigate('/auth/login', { replace: true, state: ACCOUNT_DELETED_STATE });
      queries.clear();
    },
  });
}
