import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { Setting } from '#contract/admin-settings.ts';
import { ringgitFromSen, senFromRinggit } from '#domain/money.ts';
import {
  isNumberSetting,
  SETTING_SECTIONS,
  SHOP_SETTINGS,
  type SettingName,
  type SettingSection,
  type SettingValue,
  type ShopSetting,
} from '#domain/shop-settings.ts';
import { ApiRequestError, sendRequest } from '../browser/api-client.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useFormError } from '../customer/page/use-form-error.ts';
import { showToast } from '../customer/shell/toasts.tsx';
import { Form, FormControl, FormError } from '../forms/form.tsx';
import { showFieldErrors } from '../forms/use-contract-form.ts';
import { LogoSection } from './logo-section.tsx';
import { SettingHistory } from './setting-history.tsx';

const fetchSettings = (signal?: AbortSignal) => sendRequest('listSettings', signal && { signal });

/** What is the shop's business and changes while it is open, by section, with who changed what. */
export function SettingsPage() {
  const t = useTranslations('adminSettings');
  const settings = useQuery({ queryKey: ['settings'], queryFn: ({ signal }) => fetchSettings(signal) });
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <QueryContent query={settings}>
        {({ settings: all, logo }) => (
          <>
            <LogoSection logo={logo} name={String(all.find(({ name }) => name === 'shopName')?.value)} />
            {SETTING_SECTIONS.map((section) => (
              <SectionForm key={section} section={section} loaded={settingsOf(section, all)} />
            ))}
            <SettingHistory settings={all} />
          </>
        )}
      </QueryContent>
    </div>
  );
}

function settingsOf(section: SettingSection, settings: readonly Setting[]): Setting[] {
  return settings.filter(({ name }) => SHOP_SETTINGS[name].section === section);
}

type Entered = Partial<Record<SettingName, string>>;

function SectionForm({ section, loaded }: { section: SettingSection; loaded: readonly Setting[] }) {
  const t = useTranslations('adminSettings');
  const form = useForm<Entered>({ defaultValues: enteredOf(loaded) });
  const { save, theirs, message, isDone } = useSave(form, loaded);
  return (
    <section className="admin-section" aria-labelledby={section}>
      <h2 id={section}>{t(`sections.${section}`)}</h2>
      <Form form={form} submit={form.handleSubmit((entered) => save.mutate(entered))}>
        <FormError>{message}</FormError>
        {loaded.map((setting) => (
          <SettingField key={setting.name} setting={setting} theirs={theirs[setting.name]} />
        ))}
        <button className="button" disabled={save.isPending}>
          {t('save')}
        </button>
        <p role="status">{isDone && t('saved')}</p>
      </Form>
    </section>
  );
}

function enteredOf(settings: readonly Setting[]): Entered {
  return Object.fromEntries(settings.map(({ name, value }) => [name, textOf(name, value)]));
}

/** Prices are entered in RM. */
function textOf(name: SettingName, value: SettingValue): string {
  const { kind }: ShopSetting = SHOP_SETTINGS[name];
  return String(kind === 'sen' ? ringgitFromSen(Number(value)) : value);
}

function valueOf(name: SettingName, text: string): SettingValue {
  const { kind }: ShopSetting = SHOP_SETTINGS[name];
  if (kind === 'sen') return senFromRinggit(Number(text));
  return isNumberSetting(name) ? Number(text) : text.trim();
}

/** What differs from `base`, on which the form is based; what is as the default is not set any more. */
function changesOf(entered: Entered, base: readonly Setting[]) {
  return base.flatMap(({ name, value: before, default: standard, version }) => {
    const value = valueOf(name, entered[name] ?? '');
    return value === before ? [] : [{ name, value: value === standard ? null : value, version }];
  });
}

/** Saves what was entered; where somebody else was faster, their values (`theirs`) are shown beside it. */
function useSave(form: ReturnType<typeof useForm<Entered>>, loaded: readonly Setting[]) {
  const t = useTranslations('adminSettings');
  const queries = useQueryClient();
  const [base, setBase] = useState(loaded);
  const [theirs, setTheirs] = useState<Entered>({});
  const { message, setError, clear } = useFormError();
  const refresh = async () => {
    const fresh = await queries.fetchQuery({ queryKey: ['settings'], queryFn: () => fetchSettings(), staleTime: 0 });
    await queries.invalidateQueries({ queryKey: ['setting-changes'] });
    const names = new Set(base.map(({ name }) => name));
    return fresh.settings.filter(({ name }) => names.has(name));
  };
  const save = useMutation({
    mutationFn: async (entered: Entered) => {
      clear();
      const changes = changesOf(entered, base);
      if (changes.length > 0) await sendRequest('saveSettings', { body: { changes } });
    },
    onSuccess: async () => {
      const fresh = await refresh();
      setBase(fresh);
      setTheirs({});
      form.reset(enteredOf(fresh));
    },
    onError: async (error) => {
      if (showFieldErrors(form, error)) return;
      setError(error);
      if (!isStale(error)) return;
      const fresh = await refresh();
      const changed = fresh.filter(({ name, version }) => base.find((one) => one.name === name)?.version !== version);
      setTheirs(enteredOf(changed));
      setBase(fresh);
      showToast({ kind: 'danger', text: t('meanwhile') });
    },
  });
  return { save, theirs, message, isDone: save.isSuccess && !form.formState.isDirty };
}

function isStale(error: unknown): boolean {
  return error instanceof ApiRequestError && error.problem?.code === 'edited_meanwhile';
}

function SettingField({ setting, theirs }: { setting: Setting; theirs: string | undefined }) {
  const t = useTranslations('adminSettings');
  const { name, is_set: isSet } = setting;
  const { kind, max, isRequired }: ShopSetting = SHOP_SETTINGS[name];
  const standard = textOf(name, setting.default);
  const hint = isSet && standard !== '' ? t('default', { value: standard }) : t(`hints.${kind}`);
  return (
    <>
      <FormControl name={name} label={t(`names.${name}`)} hint={hint}>
        {(wiring) =>
          isNumberSetting(name) ? (
            <input
              {...wiring}
              type="number"
              dir="ltr"
              min={isRequired ? 1 : 0}
              max={kind === 'sen' ? ringgitFromSen(max) : max}
              step={kind === 'sen' ? '0.01' : '1'}
              required
            />
          ) : (
            <input
              {...wiring}
              type={kind === 'email' ? 'email' : 'text'}
              dir="auto"
              autoComplete="off"
              maxLength={max}
            />
          )
        }
      </FormControl>
      {theirs !== undefined && <Theirs name={name} value={theirs} />}
    </>
  );
}

/** What somebody else saved meanwhile: it can be taken, or what was entered is saved over it. */
function Theirs({ name, value }: { name: SettingName; value: string }) {
  const t = useTranslations('adminSettings');
  const { setValue, watch } = useFormContext<Entered>();
  if (watch(name) === value) return null;
  return (
    <p className="admin-theirs">
      <span>
        {t('now')} <bdi>{value || '–'}</bdi>
      </span>
      <button type="button" className="button-plain" onClick={() => setValue(name, value, { shouldDirty: true })}>
        {t('take')}
      </button>
    </p>
  );
}
