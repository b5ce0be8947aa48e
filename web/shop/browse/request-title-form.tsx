import type { FormState } from '#contract/forms.ts';
import { SHOP_PAGES } from '#contract/pages.ts';
import { FormField } from '../pages/support-pages.tsx';
import { NewsForm } from '../products/notify-form.tsx';
import { useShopTranslations } from '../shop-context.tsx';

/** Asks the shop for a title that a search did not find. */
export function RequestTitleForm({ words, form }: { words?: string; form?: FormState | undefined }) {
  const t = useShopTranslations();
  return (
    <NewsForm name="requestTitle" path={SHOP_PAGES.requestTitle} added={t('requestTitle.added')} form={form}>
      <FormField form={form} name="words" label={t('requestTitle.words')} initialValue={words}>
        {(wiring) => <input type="text" maxLength={200} autoComplete="off" dir="auto" {...wiring} />}
      </FormField>
    </NewsForm>
  );
}
