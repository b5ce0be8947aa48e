import { Dialog } from '@base-ui/react/dialog';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { clearSession } from '../../browser/session-changes.ts';
import { FormError } from '../../forms/form.tsx';
import { discardAllDrafts } from '../../forms/drafts.ts';
import { ACCOUNT_DELETED_STATE } from '../auth/auth-card.tsx';
import { TitledDialog } from '../dialogs/dialog.tsx';
import { useFormError } from '../page/use-form-error.ts';
import { useProof } from '../security/use-proof.tsx';
import type { DialogState } from '../dialogs/dialog.tsx';
import { sendSecurityRequest } from '../security/security-api.ts';

/** Says what is removed and what is kept before the account is deleted. */
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
  const { remove, errorMessage, isBusy, proofDialog } = useDeletion();
  return (
    <>
      <FormError>{errorMessage}</FormError>
      <div className="dialog-actions">
        <Dialog.Close className="button button-quiet">{t('deleteKeep')}</Dialog.Close>
        <button type="button" className="button button-danger" disabled={isBusy} onClick={() => void remove()}>
          {t('deleteConfirm')}
        </button>
      </div>
      {proofDialog}
    </>
  );
}

function useDeletion() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { withProof, proofDialog } = useProof();
  const { message, isWaiting, setError, clear } = useFormError();
  const [isPending, setPending] = useState(false);
  const remove = async () => {
    setPending(true);
    clear();
    try {
      await withProof(() => sendSecurityRequest('deleteAccount'));
      discardAllDrafts();
      clearSession();
      await navigate('/auth/login', { replace: true, state: ACCOUNT_DELETED_STATE });
      queries.clear();
    } catch (error) {
      setError(error);
    }
    setPending(false);
  };
  return { remove, errorMessage: message, isBusy: isPending || isWaiting, proofDialog };
}
