import * as z from 'zod/mini';
import { ADDRESS_FIELDS, EMPTY_ADDRESS, type AddressValues } from '#contract/options.ts';
import { addressFields, orderExtras, servedZip } from '#contract/forms.ts';
import { emailAddress } from '#contract/schemas.ts';
import type { PaymentMethod } from '#domain/orders/payment.ts';
import type { Zones } from '#domain/shipping.ts';

/** The values of the checkout: a guest's email and the address fields, or the id of a member's saved address. */
export type CheckoutForm = AddressValues & {
  email: string;
  /** `''` is a new address: the address fields. */
  savedAddressId: string;
  saveAddress: boolean;
  giftWrap: boolean;
  gift_message: string;
  note: string;
  company: string;
  tax_number: string;
  paymentMethod: PaymentMethod;
};

export const EMPTY_FORM: Omit<CheckoutForm, 'paymentMethod'> = {
  ...EMPTY_ADDRESS,
  email: '',
  savedAddressId: '',
  saveAddress: true,
  giftWrap: false,
  gift_message: '',
  note: '',
  company: '',
  tax_number: '',
};

/** What few orders have; its fields come when they are asked for. */
export const EXTRA_FIELDS = ['gift_message', 'note', 'company', 'tax_number'] as const;

/** The fields of the draft; a member's email is the profile's, whatever they typed as a guest. */
export function draftFields(isMember: boolean) {
  const fields = [...ADDRESS_FIELDS, ...EXTRA_FIELDS] as const;
  return isMember ? fields : (['email', ...fields] as const);
}

/** Validates the form: the contract's address where we deliver, and a guest's email. */
export function checkoutSchema({ isMember, zones }: { isMember: boolean; zones: Zones }): z.core.$ZodType {
  const newAddress = z.extend(addressFields, {
    ...orderExtras,
    zip: servedZip(zones),
    savedAddressId: z.literal(''),
  });
  if (!isMember) return z.extend(newAddress, { email: emailAddress });
  return z.union([z.object({ ...orderExtras, savedAddressId: z.string().check(z.minLength(1)) }), newAddress]);
}
