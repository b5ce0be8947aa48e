import * as z from 'zod/mini';
import { isHoliday } from '#domain/delivery-promise.ts';
import { MAX_PICTURE_UPLOAD } from '#domain/picture.ts';
import { MALAYSIAN_STATES } from '#domain/shipping.ts';
import { SETTING_NAMES } from '#domain/shop-settings.ts';
import { deliveryZone } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { line, ringgit, rowVersion, timestamp } from './schemas.ts';

const name = z.enum(SETTING_NAMES);
const value = z.union([z.string().check(z.trim(), z.maxLength(1000)), z.number()]);

const setting = z.object({
  name,
  /** What counts: what staff set, else the default. */
  value,
  default: value,
  is_set: z.boolean(),
  version: rowVersion,
});
export type Setting = z.output<typeof setting>;

const logo = z.object({ id: z.string(), width: z.int(), height: z.int() });

export const listSettings = endpoint('listSettings', {
  summary: 'The settings of the shop that staff change: deadlines in hours, prices in sen.',
  tag: 'Back office',
  access: 'staff',
  permission: 'settings.write',
  rateLimit: 'read',
  response: z.object({ settings: z.array(setting), logo: z.object({ shown: z.nullable(logo), version: rowVersion }) }),
  status: 200,
  errors: [],
});

export const saveSettings = endpoint('saveSettings', {
  summary: 'Set values, or with null the defaults again: all of them or none.',
  tag: 'Back office',
  access: 'staff',
  permission: 'settings.write',
  rateLimit: 'write',
  body: z.object({
    changes: z
      .array(z.object({ name, value: z.nullable(value), version: rowVersion }))
      .check(z.minLength(1), z.maxLength(SETTING_NAMES.length)),
  }),
  status: 204,
  errors: ['edited_meanwhile'],
});

export const setLogo = endpoint('setLogo', {
  summary:
    "Make a picture (JPEG, PNG, WebP, AVIF or TIFF) the shop's logo, if its version is still the one that was seen.",
  tag: 'Back office',
  access: 'staff',
  permission: 'settings.write',
  rateLimit: 'write',
  params: z.object({ version: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647)) }),
  upload: MAX_PICTURE_UPLOAD,
  status: 204,
  errors: ['edited_meanwhile', 'photo_invalid', 'photo_too_large'],
});

export const removeLogo = endpoint('removeLogo', {
  summary: "Show the shop's name in the place of its logo again.",
  tag: 'Back office',
  access: 'staff',
  permission: 'settings.write',
  rateLimit: 'write',
  body: z.object({ version: rowVersion }),
  status: 204,
  errors: ['not_found', 'edited_meanwhile'],
});

export const listSettingChanges = endpoint('listSettingChanges', {
  summary: 'The newest changes of settings, delivery zones and the dispatch calendar, each with what was there before.',
  tag: 'Back office',
  access: 'staff',
  permission: 'settings.write',
  rateLimit: 'read',
  query: z.object({ name: z.optional(line(80)) }),
  response: z.object({
    rows: z.array(
      z.object({
        name: z.string(),
        version: rowVersion,
        actor: z.string(),
        at: timestamp,
        before: z.nullable(z.unknown()),
        after: z.nullable(z.unknown()),
      }),
    ),
  }),
  status: 200,
  errors: [],
});
export type SettingChange = z.output<typeof listSettingChanges.response>['rows'][number];

const holiday = z.string().check(z.refine(isHoliday, 'invalid'));
const dispatch = {
  /** 1 for Monday to 7 for Sunday. */
  weekdays: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.minLength(1), z.maxLength(7)),
  /** Minutes after midnight in Malaysia. */
  cut_off: z.int().check(z.minimum(0), z.maximum(1440)),
  holidays: z.array(holiday).check(z.maxLength(200)),
};

const ownZone = z.omit(deliveryZone, { dispatch: true });

export const getDeliverySettings = endpoint('getDeliverySettings', {
  summary: 'When parcels leave, and the delivery zones, for staff.',
  tag: 'Back office',
  access: 'staff',
  permission: 'settings.write',
  rateLimit: 'read',
  response: z.object({
    dispatch: z.object({
      weekdays: z.array(z.int()),
      cut_off: z.int(),
      holidays: z.array(z.string()),
      version: rowVersion,
    }),
    zones: z.array(z.extend(ownZone, { version: rowVersion })),
  }),
  status: 200,
  errors: [],
});
export type DeliverySettings = z.output<typeof getDeliverySettings.response>;

export const saveDispatch = endpoint('saveDispatch', {
  summary: 'Change when parcels leave. Placed orders keep their promise.',
  tag: 'Back office',
  access: 'staff',
  permission: 'settings.write',
  rateLimit: 'write',
  body: z.object({ ...dispatch, version: rowVersion }),
  status: 204,
  errors: ['edited_meanwhile'],
});

const postalCode = z.string().check(z.regex(/^\d{5}$/, 'postal_code'));
const transitDays = z.int().check(z.minimum(0), z.maximum(60));

export const saveZone = endpoint('saveZone', {
  summary:
    'Make a delivery zone or change the one of this name, from the next order on; a version of null makes a new one.',
  tag: 'Back office',
  access: 'staff',
  permission: 'settings.write',
  rateLimit: 'write',
  body: z.object({
    name: line(60),
    ranges: z
      .array(
        z
          .object({ from: postalCode, to: postalCode })
          .check(z.refine(({ from, to }) => from <= to, { path: ['to'], error: 'postal_code' })),
      )
      .check(z.minLength(1), z.maxLength(100)),
    cost: ringgit,
    free_from: ringgit,
    states: z
      .array(z.string().check(z.refine((text) => MALAYSIAN_STATES.includes(text), 'invalid')))
      .check(z.maxLength(MALAYSIAN_STATES.length)),
    transit: z
      .object({ from: transitDays, to: transitDays })
      .check(z.refine(({ from, to }) => from <= to, { path: ['to'], error: 'invalid' })),
    version: z.nullable(rowVersion),
  }),
  status: 204,
  errors: ['edited_meanwhile', 'zones_overlap'],
});

export const removeZone = endpoint('removeZone', {
  summary: 'End delivery to a zone; placed orders keep their price.',
  tag: 'Back office',
  access: 'staff',
  permission: 'settings.write',
  rateLimit: 'write',
  body: z.object({ name: line(60), version: rowVersion }),
  status: 204,
  errors: ['not_found', 'edited_meanwhile'],
});
