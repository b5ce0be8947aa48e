import * as audit from './admin-audit.ts';
import * as catalogue from './admin-catalogue.ts';
import * as content from './admin-content.ts';
import * as coupons from './admin-coupons.ts';
import * as customers from './admin-customers.ts';
import * as emails from './admin-emails.ts';
import * as fulfilment from './admin-fulfilment.ts';
import * as imports from './admin-imports.ts';
import * as invitations from './admin-invitations.ts';
import * as money from './admin-money.ts';
import * as pages from './admin-pages.ts';
import * as refunds from './admin-refunds.ts';
import * as reorder from './admin-reorder.ts';
import * as returns from './admin-returns.ts';
import * as reviews from './admin-reviews.ts';
import * as settings from './admin-settings.ts';
import * as site from './admin-site.ts';
import * as stock from './admin-stock.ts';
import * as tickets from './admin-tickets.ts';
import * as transfers from './admin-transfers.ts';
import * as shop from './admin.ts';
import { ADMIN_ROUTES } from './admin-routes.ts';
import type { Endpoint } from './endpoint.ts';

const DECLARED = {
  ...shop,
  ...audit,
  ...catalogue,
  ...content,
  ...coupons,
  ...customers,
  ...emails,
  ...fulfilment,
  ...imports,
  ...invitations,
  ...money,
  ...pages,
  ...refunds,
  ...reorder,
  ...returns,
  ...reviews,
  ...settings,
  ...site,
  ...stock,
  ...tickets,
  ...transfers,
};

type AdminEndpoints = Pick<typeof DECLARED, keyof typeof ADMIN_ROUTES>;
const names = Object.keys(ADMIN_ROUTES) as (keyof AdminEndpoints)[];

/** The endpoints of the back office, in the order of their routes. */
export const ADMIN_ENDPOINTS = Object.fromEntries(names.map((name) => [name, DECLARED[name]])) as AdminEndpoints &
  Record<keyof AdminEndpoints, Endpoint>;
