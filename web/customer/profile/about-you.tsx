import { useWatch, type Control } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { saveProfile } from '#contract/account.ts';
import type { Profile } from '#contract/sessions.ts';
import { call } from '../../browser/client.ts';
import { Field } from '../../forms/field.tsx';
import { Form } from '../../forms/form.tsx';
import { showFieldErrors, useContractForm } from '../../forms/use-contract-form.ts';
import { Avatar } from '../avatar.tsx';
import { useNotify } from '../notices.tsx';
import { keepAnswer } from '../own-profile.ts';
import { useRefusal } from '../use-refusal.ts';
import { Section } from './section.tsx';

/** Specification, section 8. */
const FAILURE_SHOWN_MS = 8800;

type NameAndPhone = { displayName: string; phone: string };

/** Picture, name and phone. */
export function AboutYou({ profile }: { profile: Profile }) {
  const t = useTranslations('area.profile');
  const account = useTranslations('account');
  const { form, submit } = useNameAndPhone(profile);
  return (
    <Section name="about">
      <Picture profile={profile} control={form.control} />
      <Form form={form} submit={submit} className="form narrow">
        <Field name="displayName" label={t('displayName')} autoComplete="name" />
        <Field
          name="phone"
          label={t('phone')}
          hint={account('phoneHint')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          dir="ltr"
        />
        <button className="button" disabled={form.formState.isSubmitting}>
          {t('save')}
        </button>
      </Form>
    </Section>
  );
}

/** The initials follow the name while it is typed. */
function Picture({ profile, control }: { profile: Profile; control: Control<NameAndPhone> }) {
  const name = useWatch({ control, name: 'displayName' });
  return (
    <div className="about-you">
      <Avatar name={name} photoURL={profile.photoURL} isLarge />
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>
          <bdi>{profile.email}</bdi>
        </small>
      </p>
    </div>
  );
}

function useNameAndPhone(profile: Profile) {
  const t = useTranslations('customer');
  const area = useTranslations('area');
  const notify = useNotify();
  const refusal = useRefusal();
  const form = useContractForm<NameAndPhone>(saveProfile.body, {
    displayName: profile.displayName,
    phone: profile.phone ?? '',
  });
  const submit = form.handleSubmit(async (body) => {
    try {
      const saved = await keepAnswer(() => call(saveProfile, { body }));
      form.reset({ displayName: saved.displayName, phone: saved.phone ?? '' });
      notify({ text: area('profile.saved') });
    } catch (error) {
      showFieldErrors(form, error);
      notify({ title: t('trouble.error'), text: refusal(error), kind: 'danger', milliseconds: FAILURE_SHOWN_MS });
    }
  });
  return { form, submit };
}
