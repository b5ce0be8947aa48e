import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { StaffRow } from '#contract/admin.ts';
import { isStaffRole, STAFF_ROLES, type StaffRole } from '#domain/staff.ts';
import { sendRequest } from '../browser/api-client.ts';
import { storedProfile } from '../browser/session.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useProof } from '../customer/security/use-proof.tsx';
import { AdminMessages } from './admin-messages.tsx';
import { useStaffErrorToast } from './error-toast.ts';
import { Invitations } from './invitations.tsx';

/** Who works in the back office, what they may do, and who is invited. */
export function StaffPage() {
  return (
    <AdminMessages of="adminStaff">
      <Staff />
    </AdminMessages>
  );
}

function Staff() {
  const t = useTranslations('adminStaff.staff');
  const staff = useQuery({ queryKey: ['staff-list'], queryFn: ({ signal }) => sendRequest('listStaff', { signal }) });
  const { setRole, proofDialog } = useSetRole();
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <section className="admin-section">
        <h2>{t('members')}</h2>
        <QueryContent query={staff}>
          {({ rows }) => (
            <ul className="admin-list">
              {rows.map((row) => (
                <Member key={row.email} row={row} onChange={(role) => setRole.mutate({ email: row.email, role })} />
              ))}
            </ul>
          )}
        </QueryContent>
      </section>
      <Invitations />
      {proofDialog}
    </div>
  );
}

function useSetRole() {
  const queries = useQueryClient();
  const errors = useTranslations('adminStaff.staff.errors');
  const showErrorToast = useStaffErrorToast({ too_late: errors('too_late'), not_found: errors('not_found') });
  const { withProof, proofDialog } = useProof();
  const setRole = useMutation({
    mutationFn: (body: { email: string; role: StaffRole | null }) =>
      withProof(() => sendRequest('setStaffRole', { body })),
    onError: showErrorToast,
    onSettled: () =>
      Promise.all([['staff-list'], ['staff-invitations']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  return { setRole, proofDialog };
}

type MemberProps = { row: StaffRow; onChange: (role: StaffRole | null) => void };

function Member({ row: { email, name, role, has_second_factor: hasSecondFactor }, onChange }: MemberProps) {
  const t = useTranslations();
  const isOwn = storedProfile()?.email === email;
  return (
    <li>
      <b>
        <bdi>{name}</bdi>
      </b>
      <small>
        <bdi>{email}</bdi>
        {!hasSecondFactor && ` · ${t('adminStaff.staff.noSecondFactor')}`}
      </small>
      {isOwn ? (
        <span>{t(`admin.roles.${role}`)}</span>
      ) : (
        <span className="admin-actions">
          <RoleSelect label={t('adminStaff.staff.roleOf', { name })} value={role} onChange={onChange} />
          <button type="button" className="button-plain" onClick={() => onChange(null)}>
            {t('adminStaff.staff.remove')}
          </button>
        </span>
      )}
    </li>
  );
}

type RoleSelectProps = { label: string; value: StaffRole; onChange: (role: StaffRole) => void };

function RoleSelect({ label, value, onChange }: RoleSelectProps) {
  const t = useTranslations('admin.roles');
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        if (isStaffRole(target.value)) onChange(target.value);
      }}
    >
      {STAFF_ROLES.map((role) => (
        <option key={role} value={role}>
          {t(role)}
        </option>
      ))}
    </select>
  );
}
