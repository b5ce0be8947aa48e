import type cart from '#messages/en/cart.ts';
import type common from '#messages/en/common.ts';
import type account from '#messages/en/account.ts';
import type area from '#messages/en/area.ts';
import type customer from '#messages/en/customer.ts';
import type shop from '#messages/en/shop.ts';

/** The keys and values of every message, so that the compiler knows a missing one. */
declare module 'use-intl' {
  interface AppConfig {
    Messages: {
      account: typeof account;
      area: typeof area;
      cart: typeof cart;
      common: typeof common;
      customer: typeof customer;
      shop: typeof shop;
    };
  }
}
