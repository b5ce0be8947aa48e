import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { StaffRow } from '#contract/admin.ts';
import { isStaffRole, STAFF_ROLES, type StaffRole } from '#domain/staff.ts';
import { sendRequest } from '../browser/api-client.ts';
import { storedProfile } from '../browser/session.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useProof } from '../customer/security/use-proof.tsx';
import { useStaffErrorToast } from './error-toast.ts';

/** Who works in the back office, and what they may do. */
export function StaffPage() {
  const t = useTranslations('admin.staff');
  const staff = useQuery({ queryKey: ['staff-list'], queryFn: ({ signal }) => sendRequest('listStaff', { signal }) });
  const { setRole, proofDialog } = useSetRole();
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <NewMember onAdd={(email, role) => setRole.mutate({ email, role })} />
      <QueryContent query={staff}>
        {({ rows }) => (
          <ul className="admin-list">
            {rows.map((row) => (
              <Member key={row.email} row={row} onChange={(role) => setRole.mutate({ email: row.email, role })} />
            ))}
          </ul>
        )}
      </QueryContent>
      {proofDialog}
    </div>
  );
}

function useSetRole() {
  const queries = useQueryClient();
  const errors = useTranslations('admin.staff.errors');
  const showErrorToast = useStaffErrorToast({ too_late: errors('too_late'), not_found: errors('not_found') });
  const { withProof, proofDialog } = useProof();
  const setRole = useMutation({
    mutationFn: (body: { email: string; role: StaffRole | null }) =>
      withProof(() => sendRequest('setStaffRole', { body })),
    onError: showErrorToast,
    onSettled: () => queries.invalidateQueries({ queryKey: ['staff-list'] }),
  });
  return { setRole, proofDialog };
}

type MemberProps = { row: StaffRow; onChange: (role: StaffRole | null) => void };

function Member({ row: { email, name, role, has_second_factor: hasSecondFactor }, onChange }: MemberProps) {
  const t = useTranslations('admin');
  const isOwn = storedProfile()?.email === email;
  return (
    <li>
      <b>
        <bdi>{name}</bdi>
      </b>
      <small>
        <bdi>{email}</bdi>
        {!hasSecondFactor && ` · ${t('staff.noSecondFactor')}`}
      </small>
      {isOwn ? (
        <span>{t(`roles.${role}`)}</span>
      ) : (
        <span className="admin-actions">
          <RoleSelect label={t('staff.roleOf', { name })} value={role} onChange={onChange} />
          <button type="button" className="button-plain" onClick={() => onChange(null)}>
            {t('staff.remove')}
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

function NewMember({ onAdd }: { onAdd: (email: string, role: StaffRole) => void }) {
  const t = useTranslations('admin');
  const email = useRef<HTMLInputElement>(null);
  const role = useRef<HTMLSelectElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = role.current!.value;
    if (isStaffRole(chosen)) onAdd(email.current!.value.trim(), chosen);
  };
  return (
    <form className="admin-row-form" aria-label={t('staff.add')} onSubmit={submit}>
      <label className="field">
        <span>{t('staff.email')}</span>
        <input ref={email} type="email" required maxLength={254} autoComplete="off" />
      </label>
      <label className="field">
        <span>{t('staff.role')}</span>
        <select ref={role} defaultValue="fulfilment">
          {STAFF_ROLES.map((one) => (
            <option key={one} value={one}>
              {t(`roles.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <button className="button">{t('staff.add')}</button>
      <p className="field-hint">{t('staff.hint')}</p>
    </form>
  );
}
