import type { ADMIN_ROUTES } from '#contract/admin-routes.ts';
import { zonesInRinggit } from '#contract/amounts.ts';
import type { DeliverySettings, Setting } from '#contract/admin-settings.ts';
import type { Logo } from '#domain/logo.ts';
import { senFromRinggit } from '#domain/money.ts';
import { SETTING_NAMES } from '#domain/shop-settings.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import {
  changeDispatchCalendar,
  DISPATCH,
  findDispatchCalendar,
  listZones,
  removeZone,
  saveZone,
  zoneSetting,
  ZonesOverlapError,
} from '../delivery/zones.ts';
import { encodeLogo } from '../photos/encode-logo.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { changeLogo, findLogo, storeLogo } from '../shop-settings/logo.ts';
import { listChanges, listNewestChanges } from '../shop-settings/setting-changes.ts';
import { changeSettings } from '../shop-settings/shop-settings.ts';
import { runAsStaff, type StaffRequest } from './staff-action.ts';

type Names = Extract<
  keyof typeof ADMIN_ROUTES,
  | 'listSettings'
  | 'saveSettings'
  | 'setLogo'
  | 'removeLogo'
  | 'listSettingChanges'
  | 'getDeliverySettings'
  | 'saveDispatch'
  | 'saveZone'
  | 'removeZone'
>;

/** The newest changes of a list. */
const MAX_CHANGES = 100;

export function settingsHandlers(deps: Deps): Pick<Handlers, Names> {
  const { db } = deps;
  return {
    listSettings: async () => {
      const { logo = null, version } = await findLogo(db);
      return { settings: await listSettings(deps), logo: { shown: logo, version } };
    },
    saveSettings: async ({ body: { changes }, principal, client, locale }) => {
      const action = { verb: 'settings set', about: changes.map(({ name }) => name).join(' ') };
      await runAsStaff(deps, { principal, client }, action, async (inside, audit) =>
        audit(await changeSettings(inside.db, changes, { actor: principal.name, locale })),
      );
      await deps.settings.load();
    },
    setLogo: async ({ params: { version }, body, principal, client }) => {
      const logo = await storeLogo(deps.storage, await encodeLogo(body));
      await saveLogo(deps, { principal, client }, { logo, version });
    },
    removeLogo: ({ body: { version }, principal, client }) =>
      saveLogo(deps, { principal, client }, { logo: null, version }),
    listSettingChanges: async ({ query: { name } }) => {
      const changes = await listChanges(db, { name, limit: MAX_CHANGES });
      return { rows: changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })) };
    },
    getDeliverySettings: () => findDeliverySettings(db),
    saveDispatch: ({ body, principal, client }) => {
      const { weekdays, cut_off: cutOff, holidays, version } = body;
      const calendar = {
        weekdays: [...new Set(weekdays)].toSorted(),
        cutOff,
        holidays: [...new Set(holidays)].toSorted(),
      };
      const action = { verb: 'dispatch set', about: '' };
      return runAsStaff(deps, { principal, client }, action, async (inside, audit) =>
        audit(await changeDispatchCalendar(inside.db, () => calendar, { actor: principal.name, version })),
      );
    },
    saveZone: ({ body, principal, client }) => {
      const { ranges, cost, free_from: freeFrom, version, ...others } = body;
      const zone = {
        ...others,
        ranges: ranges.map(({ from, to }) => ({ from: Number(from), to: Number(to) })),
        cost: senFromRinggit(cost),
        freeFrom: senFromRinggit(freeFrom),
      };
      return runAsStaff(deps, { principal, client }, { verb: 'zone set', about: zone.name }, async (inside, audit) =>
        audit(await saveZone(inside.db, zone, { actor: principal.name, version })),
      ).catch(throwZoneError);
    },
    removeZone: ({ body: { name, version }, principal, client }) =>
      runAsStaff(deps, { principal, client }, { verb: 'zone remove', about: name }, async (inside, audit) => {
        const before = requireFound(await removeZone(inside.db, name, { actor: principal.name, version }));
        audit({ before, after: null });
      }),
  };
}

/** Throws `not_found` where there is none to remove. */
async function saveLogo(
  deps: Deps,
  request: StaffRequest,
  { logo, version }: { logo: Logo | null; version: number },
): Promise<void> {
  const action = { verb: logo ? 'logo set' : 'logo remove', about: '' };
  await runAsStaff(deps, request, action, async ({ db }, audit) =>
    audit(await changeLogo(db, logo, { actor: request.principal.name, version })),
  );
  await deps.settings.load();
}

function throwZoneError(error: unknown): never {
  if (error instanceof ZonesOverlapError) throwApiError('zones_overlap');
  throw error;
}

async function listSettings({ db, settings }: Deps): Promise<Setting[]> {
  const changes = new Map((await listNewestChanges(db, SETTING_NAMES)).map((change) => [change.name, change]));
  return SETTING_NAMES.map((name) => {
    const change = changes.get(name);
    const stored = (change?.after ?? null) as Setting['value'] | null;
    return {
      name,
      value: stored ?? settings.defaults[name],
      default: settings.defaults[name],
      is_set: stored !== null,
      version: change?.version ?? 0,
    };
  });
}

async function findDeliverySettings(db: Database): Promise<DeliverySettings> {
  const [calendar, zones] = await Promise.all([findDispatchCalendar(db), listZones(db)]);
  const names = [DISPATCH, ...zones.map(({ name }) => zoneSetting(name))];
  const versions = new Map((await listNewestChanges(db, names)).map(({ name, version }) => [name, version]));
  return {
    dispatch: {
      weekdays: [...calendar.weekdays],
      cut_off: calendar.cutOff,
      holidays: [...calendar.holidays],
      version: versions.get(DISPATCH) ?? 0,
    },
    zones: zonesInRinggit(zones).map((zone) => ({ ...zone, version: versions.get(zoneSetting(zone.name)) ?? 0 })),
  };
}
