import type { OrderRequestView } from '#contract/order-request-views.ts';
import { orderRequestPath } from '#contract/pages.ts';
import { servedStates } from '#domain/shipping.ts';
import { useLocalePath, usePageRequest, useShopTranslations } from '../shop-context.tsx';
import { useOrderToken } from './order-token.ts';
import { FormError, FormField } from './support-pages.tsx';

/** Where an order goes instead. */
export function AddressForm({ view: { order, form } }: { view: OrderRequestView }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const { zones } = usePageRequest();
  const { address } = order;
  return (
    <form method="post" action={link(orderRequestPath(useOrderToken(), 'address'))} className="plain-form" noValidate>
      <p>{t('orderRequests.address.lead')}</p>
      {!form?.error && <FormError form={form}>{t('contactForm.invalid')}</FormError>}
      <AddressField form={form} name="name" autoComplete="name" value={address.name} maxLength={100} />
      <FormField
        form={form}
        name="phone"
        label={t('orderRequests.address.phone')}
        hint={t('orderRequests.address.phoneHint')}
      >
        {(wiring) => <input type="tel" maxLength={30} autoComplete="tel" dir="ltr" {...wiring} />}
      </FormField>
      <AddressField form={form} name="line1" autoComplete="address-line1" value={address.line1} maxLength={120} />
      <AddressField form={form} name="line2" autoComplete="address-line2" value={address.line2 ?? ''} maxLength={120} />
      <AddressField form={form} name="zip" autoComplete="postal-code" value={address.zip} maxLength={10} />
      <AddressField form={form} name="city" autoComplete="address-level2" value={address.city} maxLength={80} />
      <FormField form={form} name="state" label={t('orderRequests.address.state')} initialValue={address.state}>
        {(wiring) => (
          <select autoComplete="address-level1" {...wiring}>
            {[...new Set([...servedStates(zones), address.state])].map((state) => (
              <option key={state}>{state}</option>
            ))}
          </select>
        )}
      </FormField>
      <p>
        <button className="button">{t('orderRequests.address.save')}</button>
      </p>
    </form>
  );
}

type AddressFieldProps = {
  form: OrderRequestView['form'];
  name: 'name' | 'line1' | 'line2' | 'zip' | 'city';
  autoComplete: string;
  value: string;
  maxLength: number;
};

function AddressField({ form, name, autoComplete, value, maxLength }: AddressFieldProps) {
  const t = useShopTranslations();
  return (
    <FormField form={form} name={name} label={t(`orderRequests.address.${name}`)} initialValue={value}>
      {(wiring) => <input type="text" maxLength={maxLength} autoComplete={autoComplete} dir="auto" {...wiring} />}
    </FormField>
  );
}
