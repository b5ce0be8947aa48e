import * as z from 'zod/mini';
import type { AddressFields } from '#contract/addresses.ts';
import { addressFields, emailAddress } from '#contract/shapes.ts';
import type { PaymentMethod } from '#domain/payment.ts';

/** What the checkout asks: a guest's e-mail and the address fields, or a member's saved address by its id. */
export type CheckoutForm = {
  email: string;
  /** `''` is another address: the fields below. */
  saved: string;
  keep: boolean;
  payBy: PaymentMethod;
} & Omit<AddressFields, 'line2' | 'country'> & { line2: string };

export const EMPTY_FORM: Omit<CheckoutForm, 'payBy'> = {
  email: '',
  saved: '',
  keep: true,
  name: '',
  phone: '',
  line1: '',
  line2: '',
  city: '',
  state: '',
  zip: '',
};

const TYPED_ADDRESS = ['name', 'phone', 'line1', 'line2', 'city', 'state', 'zip'] as const;

/** What a draft of the form keeps; a member's e-mail is the profile's, whatever they typed as a guest. */
export function typedFields(isMember: boolean) {
  return isMember ? TYPED_ADDRESS : (['email', ...TYPED_ADDRESS] as const);
}

const guestShape = z.extend(addressFields, { email: emailAddress, saved: z.literal('') });
const memberShape = z.union([
  z.object({ saved: z.string().check(z.minLength(1)) }),
  z.extend(addressFields, { saved: z.literal('') }),
]);

/** The shape of the form: the contract's address, and for a guest the e-mail. */
export function checkoutShape(isMember: boolean): z.core.$ZodType {
  return isMember ? memberShape : guestShape;
}

/** The address as the order call wants it. */
export function addressOf(form: CheckoutForm, isMember: boolean) {
  if (form.saved) return { id: form.saved };
  const { name, phone, line1, line2, city, state, zip, email } = form;
  const fields = { name, phone, line1, line2: line2 || null, city, state, zip };
  return isMember ? fields : { ...fields, email };
}
