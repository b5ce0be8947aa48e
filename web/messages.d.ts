import type cart from '#messages/en/cart.json';
import type cartPage from '#messages/en/cart-page.json';
import type checkout from '#messages/en/checkout.json';
import type common from '#messages/en/common.json';
import type admin from '#messages/en/admin.json';
import type adminCoupons from '#messages/en/admin-coupons.json';
import type adminImports from '#messages/en/admin-imports.json';
import type adminInventory from '#messages/en/admin-inventory.json';
import type adminContent from '#messages/en/admin-content.json';
import type adminSettings from '#messages/en/admin-settings.json';
import type adminEmails from '#messages/en/admin-emails.json';
import type adminDelivery from '#messages/en/admin-delivery.json';
import type adminAudit from '#messages/en/admin-audit.json';
import type adminFulfilment from '#messages/en/admin-fulfilment.json';
import type adminCatalogue from '#messages/en/admin-catalogue.json';
import type adminMoney from '#messages/en/admin-money.json';
import type adminTransfers from '#messages/en/admin-transfers.json';
import type account from '#messages/en/account.json';
import type adminCustomers from '#messages/en/admin-customers.json';
import type adminStaff from '#messages/en/admin-staff.json';
import type adminTickets from '#messages/en/admin-tickets.json';
import type adminRequests from '#messages/en/admin-requests.json';
import type alerts from '#messages/en/alerts.json';
import type books from '#messages/en/books.json';
import type dashboard from '#messages/en/dashboard.json';
import type area from '#messages/en/area.json';
import type customer from '#messages/en/customer.json';
import type gift from '#messages/en/gift.json';
import type lists from '#messages/en/lists.json';
import type orders from '#messages/en/orders.json';
import type reviews from '#messages/en/reviews.json';
import type security from '#messages/en/security.json';
import type shop from '#messages/en/shop.json';
import type status from '#messages/en/status.json';

/** The keys and values of every message, so that the compiler knows a missing one. */
declare module 'use-intl' {
  interface AppConfig {
    Messages: {
      account: typeof account;
      admin: typeof admin;
      adminCoupons: typeof adminCoupons;
      adminImports: typeof adminImports;
      adminInventory: typeof adminInventory;
      adminAudit: typeof adminAudit;
      adminContent: typeof adminContent;
      adminEmails: typeof adminEmails;
      adminDelivery: typeof adminDelivery;
      adminSettings: typeof adminSettings;
      adminFulfilment: typeof adminFulfilment;
      adminCustomers: typeof adminCustomers;
      adminStaff: typeof adminStaff;
      adminTickets: typeof adminTickets;
      adminRequests: typeof adminRequests;
      adminCatalogue: typeof adminCatalogue;
      adminMoney: typeof adminMoney;
      adminTransfers: typeof adminTransfers;
      alerts: typeof alerts;
      area: typeof area;
      books: typeof books;
      cart: typeof cart;
      cartPage: typeof cartPage;
      checkout: typeof checkout;
      common: typeof common;
      customer: typeof customer;
      gift: typeof gift;
      orders: typeof orders;
      dashboard: typeof dashboard;
      lists: typeof lists;
      reviews: typeof reviews;
      security: typeof security;
      shop: typeof shop;
      status: typeof status;
    };
  }
}
