/** The name of the checkout's form, and of the draft of what is typed into it. */
export const CHECKOUT_DRAFT = 'checkout-form';
