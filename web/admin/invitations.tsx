import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, type FormEvent } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Invitation } from '#contract/admin-invitations.ts';
import { isStaffRole, STAFF_ROLES, type StaffRole } from '#domain/staff.ts';
import { sendRequest } from '../browser/api-client.ts';
import { ConfirmButton } from '../customer/dialogs/dialog-button.tsx';
import { QueryContent } from '../customer/page/page-states.tsx';
import { useProof } from '../customer/security/use-proof.tsx';
import { showToast } from '../customer/shell/toasts.tsx';
import { useStaffErrorToast } from './error-toast.ts';

type WithProof = { withProof: ReturnType<typeof useProof>['withProof'] };

/** Inviting somebody by email, and the invitations that nobody has accepted yet. */
export function Invitations() {
  const t = useTranslations('adminStaff');
  const { withProof, proofDialog } = useProof();
  const invitations = useQuery({
    queryKey: ['staff-invitations'],
    queryFn: ({ signal }) => sendRequest('listInvitations', { signal }),
  });
  return (
    <>
      <section className="admin-section">
        <h2>{t('staff.inviteTitle')}</h2>
        <Invite withProof={withProof} />
      </section>
      <section className="admin-section">
        <h2>{t('invitations.title')}</h2>
        <QueryContent query={invitations}>
          {({ rows }) =>
            rows.length === 0 ? (
              <p>{t('invitations.none')}</p>
            ) : (
              <ul className="admin-list">
                {rows.map((row) => (
                  <OpenInvitation key={row.id} invitation={row} withProof={withProof} />
                ))}
              </ul>
            )
          }
        </QueryContent>
      </section>
      {proofDialog}
    </>
  );
}

function useInvitationMutation<Sent>(send: (sent: Sent) => Promise<void>, words: { done: string; tooLate: string }) {
  const t = useTranslations('adminStaff.invitations.errors');
  const queries = useQueryClient();
  const showErrorToast = useStaffErrorToast({
    too_late: words.tooLate,
    not_found: t('not_found'),
    too_many: t('too_many'),
  });
  return useMutation({
    mutationFn: send,
    onSuccess: () => showToast({ text: words.done }),
    onError: showErrorToast,
    onSettled: () =>
      Promise.all([['staff-invitations'], ['staff-list']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}

function Invite({ withProof }: WithProof) {
  const t = useTranslations('adminStaff');
  const roles = useTranslations('admin.roles');
  const email = useRef<HTMLInputElement>(null);
  const role = useRef<HTMLSelectElement>(null);
  const invite = useInvitationMutation(
    (body: { email: string; role: StaffRole }) => withProof(() => sendRequest('inviteStaff', { body })),
    { done: t('staff.invited'), tooLate: t('invitations.errors.has_role') },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const chosen = role.current!.value;
    if (isStaffRole(chosen))
      invite.mutate({ email: email.current!.value.trim(), role: chosen }, { onSuccess: () => form.reset() });
  };
  return (
    <form className="admin-row-form" onSubmit={submit}>
      <label className="field">
        <span>{t('staff.email')}</span>
        <input ref={email} type="email" required maxLength={254} autoComplete="off" />
      </label>
      <label className="field">
        <span>{t('staff.role')}</span>
        <select ref={role} defaultValue="fulfilment">
          {STAFF_ROLES.map((one) => (
            <option key={one} value={one}>
              {roles(one)}
            </option>
          ))}
        </select>
      </label>
      <button className="button" disabled={invite.isPending}>
        {t('staff.invite')}
      </button>
      <p className="field-hint">{t('staff.inviteHint')}</p>
    </form>
  );
}

function OpenInvitation({ invitation, withProof }: { invitation: Invitation } & WithProof) {
  const t = useTranslations('adminStaff.invitations');
  const roles = useTranslations('admin.roles');
  const format = useFormatter();
  const labelId = useId();
  const { id, email, role, inviter, sent_at: sentAt, expires_at: expiresAt, is_expired: isExpired } = invitation;
  const tooLate = t('errors.too_late');
  const resend = useInvitationMutation(() => withProof(() => sendRequest('resendInvitation', { body: { id } })), {
    done: t('resent'),
    tooLate,
  });
  const withdraw = useInvitationMutation(() => sendRequest('withdrawInvitation', { body: { id } }), {
    done: t('withdrawn'),
    tooLate,
  });
  const day = (at: string) => format.dateTime(new Date(at), { dateStyle: 'medium' });
  return (
    <li>
      <b id={labelId}>
        <bdi>{email}</bdi>
      </b>
      <small>
        {t('sent', { role: roles(role), inviter, when: day(sentAt) })} ·{' '}
        {isExpired ? t('expired') : t('expires', { when: day(expiresAt) })}
      </small>
      <span className="admin-actions">
        <button
          type="button"
          className="button-plain"
          aria-describedby={labelId}
          disabled={resend.isPending}
          onClick={() => resend.mutate(undefined)}
        >
          {t('resend')}
        </button>
        <ConfirmButton
          trigger={t('withdraw')}
          describedBy={labelId}
          title={t('withdraw')}
          text={t('withdrawText', { email })}
          confirmLabel={t('withdraw')}
          cancelLabel={t('keep')}
          onConfirm={() => withdraw.mutate(undefined)}
        />
      </span>
    </li>
  );
}
