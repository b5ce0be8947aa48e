import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { AnyCustomer } from '#contract/admin-customers.ts';
import { downloadFile, sendRequest } from '../browser/api-client.ts';
import { useProof } from '../customer/security/use-proof.tsx';
import { showToast } from '../customer/shell/toasts.tsx';
import { useStaffErrorToast } from './error-toast.ts';

/** What can be done for a customer on their request. */
export function AccountActions({ customer }: { customer: AnyCustomer }) {
  const t = useTranslations('adminCustomers.customers');
  const { id } = customer;
  const { withProof, proofDialog } = useProof();
  const resend = useAccountMutation(id, () => sendRequest('resendCustomerActivation', { body: { id } }), t('resent'));
  const signOut = useAccountMutation(id, () => sendRequest('endCustomerSessions', { body: { id } }), t('signedOut'));
  const download = useAccountMutation(
    id,
    async () => {
      const data = await withProof(() => sendRequest('exportCustomer', { body: { id } }));
      downloadFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), `customer-${id}.json`);
    },
    t('exported'),
  );
  return (
    <section className="admin-section">
      <h2>{t('actions')}</h2>
      <div className="admin-actions">
        {customer.status === 'not_activated' && (
          <button type="button" className="button" disabled={resend.isPending} onClick={() => resend.mutate('')}>
            {t('resend')}
          </button>
        )}
        <button
          type="button"
          className="button button-quiet"
          disabled={signOut.isPending}
          onClick={() => signOut.mutate('')}
        >
          {t('signOut')}
        </button>
        <button
          type="button"
          className="button button-quiet"
          disabled={download.isPending}
          onClick={() => download.mutate('')}
        >
          {t('export')}
        </button>
      </div>
      <EmailCorrection id={id} withProof={withProof} />
      {customer.staff_role === null && <Deletion customer={customer} withProof={withProof} />}
      {proofDialog}
    </section>
  );
}

function useAccountMutation(id: string, send: (typed: string) => Promise<void>, done: string) {
  const t = useTranslations('adminCustomers.customers.errors');
  const queries = useQueryClient();
  const showErrorToast = useStaffErrorToast({
    email_taken: t('email_taken'),
    too_late: t('too_late'),
    not_found: t('not_found'),
  });
  return useMutation({
    mutationFn: send,
    onSuccess: () => showToast({ text: done }),
    onError: showErrorToast,
    onSettled: () =>
      Promise.all([['customer', id], ['customers']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}

type WithProof = { withProof: ReturnType<typeof useProof>['withProof'] };

function EmailCorrection({ id, withProof }: { id: string } & WithProof) {
  const t = useTranslations('adminCustomers.customers');
  const field = useRef<HTMLInputElement>(null);
  const correct = useAccountMutation(
    id,
    (email) => withProof(() => sendRequest('correctCustomerEmail', { body: { id, email } })),
    t('corrected'),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    correct.mutate(field.current!.value);
  };
  return (
    <form className="admin-row-form" onSubmit={submit}>
      <label className="field">
        <span>{t('newEmail')}</span>
        <input ref={field} type="email" required maxLength={254} autoComplete="off" />
      </label>
      <button className="button button-quiet" disabled={correct.isPending}>
        {t('correct')}
      </button>
    </form>
  );
}

function Deletion({ customer: { id, email }, withProof }: { customer: AnyCustomer } & WithProof) {
  const t = useTranslations('adminCustomers.customers');
  const field = useRef<HTMLInputElement>(null);
  const remove = useAccountMutation(
    id,
    (typed) => withProof(() => sendRequest('deleteCustomer', { body: { id, email: typed } })),
    t('deleted'),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    remove.mutate(field.current!.value);
  };
  return (
    <details>
      <summary>{t('delete')}</summary>
      <form className="form" onSubmit={submit}>
        <p>{t('deleteText', { email })}</p>
        <label className="field">
          <span>{t('confirm')}</span>
          <input ref={field} type="email" required maxLength={254} autoComplete="off" />
        </label>
        <button className="button button-danger" disabled={remove.isPending}>
          {t('delete')}
        </button>
      </form>
    </details>
  );
}
