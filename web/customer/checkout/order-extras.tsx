import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { Locale } from '#domain/locale.ts';
import type { Sen } from '#domain/money.ts';
import { TextAreaField, TextField } from '../../forms/form.tsx';
import { useMoney } from '../../ui/text.tsx';
import { LazyMessages } from '../shell/locale.tsx';
import type { CheckoutForm } from './checkout-form.ts';

const GIFT_MESSAGES: Record<Locale, () => Promise<{ default: unknown }>> = {
  en: () => import('#messages/en/gift.json'),
  fa: () => import('#messages/fa/gift.json'),
  de: () => import('#messages/de/gift.json'),
  fr: () => import('#messages/fr/gift.json'),
  pt: () => import('#messages/pt/gift.json'),
};

type OrderExtrasProps = {
  /** None where the shop does not wrap. */
  giftWrapPrice: Sen | undefined;
};

/** Gift wrap, words for who receives the parcel and for the shop, and what the receipt says of a company. */
export function OrderExtras(props: OrderExtrasProps) {
  return (
    <LazyMessages name="gift" loaders={GIFT_MESSAGES}>
      <ExtraFields {...props} />
    </LazyMessages>
  );
}

function ExtraFields({ giftWrapPrice }: OrderExtrasProps) {
  const t = useTranslations('gift');
  const money = useMoney();
  const { register } = useFormContext<CheckoutForm>();
  return (
    <>
      <fieldset className="step">
        <legend>{t('gift')}</legend>
        {giftWrapPrice !== undefined && (
          <label className="check">
            <input type="checkbox" {...register('giftWrap')} />
            {t('wrap', { price: money(giftWrapPrice) })}
          </label>
        )}
        <TextAreaField name="gift_message" label={t('message')} rows={3} maxLength={300} dir="auto" />
        <p className="field-hint">{t('noPrices')}</p>
      </fieldset>
      <fieldset className="step">
        <legend>{t('more')}</legend>
        <TextAreaField name="note" label={t('note')} rows={3} maxLength={500} dir="auto" />
        <TextField name="company" label={t('company')} maxLength={100} autoComplete="organization" dir="auto" />
        <TextField name="tax_number" label={t('taxNumber')} hint={t('taxNumberHint')} maxLength={30} dir="ltr" />
      </fieldset>
    </>
  );
}
