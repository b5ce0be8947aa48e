import { CUSTOMER_AREA, SHOP_PAGES, type FormState } from '#contract/pages.ts';
import { FormError, FormField } from '../pages/support-pages.tsx';
import { useLocalePath, useShopTranslations } from '../shop-context.tsx';

/** Asks the shop for a title that a search did not find. A guest gives an email; a member, whom a script knows, none. */
export function RequestTitleForm({ words, form }: { words?: string; form?: FormState | undefined }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  return (
    <form
      className="notify-form"
      method="post"
      action={link(SHOP_PAGES.requestTitle)}
      noValidate
      data-island="notify"
      data-added={t('requestTitle.added')}
      data-manage={t('notify.manage')}
      data-manage-href={`${CUSTOMER_AREA}/alerts`}
      data-failed={t('notify.failed')}
    >
      <FormError form={form}>{t('requestTitle.invalid')}</FormError>
      <p>{t('requestTitle.text')}</p>
      <FormField form={form} name="words" label={t('requestTitle.words')} initialValue={words}>
        {(wiring) => <input type="text" maxLength={200} autoComplete="off" dir="auto" {...wiring} />}
      </FormField>
      <div className="for-guest">
        <FormField form={form} name="email" label={t('notify.email')} hint={t('notify.emailHint')}>
          {(wiring) => <input type="email" maxLength={254} autoComplete="email" dir="ltr" {...wiring} />}
        </FormField>
      </div>
      <p>
        <button className="button">{t('requestTitle.submit')}</button>
      </p>
    </form>
  );
}
