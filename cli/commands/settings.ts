import { formatSen } from '#domain/money.ts';
import {
  isNumberSetting,
  SETTING_NAMES,
  settingMistake,
  SHOP_SETTINGS,
  type SettingName,
  type SettingValue,
  type ShopSetting,
} from '#domain/shop-settings.ts';
import { listChanges } from '../../server/shop-settings/setting-changes.ts';
import { changeSettings } from '../../server/shop-settings/shop-settings.ts';
import type { Services } from '../../server/services.ts';
import {
  actorOption,
  CommandError,
  limitOption,
  readActor,
  readLimit,
  readSen,
  type Command,
  type CommandInput,
  type CommandResult,
} from '../command.ts';
import { formatFields, formatTime } from '../output.ts';

const listSettingsCommand: Command = {
  name: 'settings list',
  summary: 'List the settings of the shop that staff change, as they are in force.',
  requires: 'shop',
  run: async (_input, { deps: { settings } }) => {
    const fields = SETTING_NAMES.map((name) => [name, formatValue(name, settings.values[name])]);
    return { text: formatFields(Object.fromEntries(fields)), data: settings.values };
  },
};

const getSettingCommand: Command = {
  name: 'settings get',
  args: ['NAME'],
  summary: 'Show one setting.',
  requires: 'shop',
  run: async (input, { deps: { settings } }) => {
    const name = readName(input);
    const value = settings.values[name];
    return { text: formatValue(name, value), data: { name, value } };
  },
};

const setSettingCommand: Command = {
  name: 'settings set',
  args: ['NAME', 'VALUE'],
  options: actorOption,
  summary: 'Change a setting: text, a number, an amount in RM, or a time such as 7d or 12h. "" does without it.',
  isAudited: true,
  requires: 'shop',
  run: (input, shop) => {
    const name = readName(input);
    return change(shop, { name, value: readValue(name, input.args[1] ?? ''), actor: readActor(input) });
  },
};

const resetSettingCommand: Command = {
  name: 'settings reset',
  args: ['NAME'],
  options: actorOption,
  summary: 'Let a setting be again what the environment says, or its default.',
  isAudited: true,
  requires: 'shop',
  run: (input, shop) => change(shop, { name: readName(input), value: null, actor: readActor(input) }),
};

const settingHistoryCommand: Command = {
  name: 'settings history',
  args: ['[NAME]'],
  options: limitOption,
  summary: 'Show who changed which setting, zone or dispatch day, when, and what was there before.',
  requires: 'shop',
  run: async (input, { deps: { db } }) => {
    const changes = await listChanges(db, { name: input.args[0], limit: readLimit(input) });
    const lines = changes.map(
      ({ name, before, after, actor, at }) =>
        `${formatTime(at.toISOString())}  ${actor}  ${name}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
    );
    return { text: lines.join('\n') || 'Nothing was changed.', data: changes };
  },
};

export const settingCommands: readonly Command[] = [
  listSettingsCommand,
  getSettingCommand,
  setSettingCommand,
  resetSettingCommand,
  settingHistoryCommand,
];

type Change = { name: SettingName; value: SettingValue | null; actor: string };

async function change({ deps: { db, settings } }: Services, { actor, ...value }: Change): Promise<CommandResult> {
  await changeSettings(db, [value], { actor, locale: 'en' });
  await settings.load();
  const { name } = value;
  return { text: `${name}: ${formatValue(name, settings.values[name])}`, data: { name, value: settings.values[name] } };
}

function readName({ args: [text = ''] }: CommandInput): SettingName {
  const name = SETTING_NAMES.find((one) => one === text);
  if (name) return name;
  throw new CommandError(`"${text}" is no setting; there are ${SETTING_NAMES.join(', ')}.`);
}

function readValue(name: SettingName, text: string): SettingValue {
  const value = isNumberSetting(name) ? readNumber(name, text) : text.trim();
  const mistake = settingMistake(name, value);
  if (mistake === undefined) return value;
  throw new CommandError(`"${text}" is no value for ${name} (${mistake.replaceAll('_', ' ')}).`);
}

function readNumber(name: SettingName, text: string): number {
  const { kind }: ShopSetting = SHOP_SETTINGS[name];
  if (kind === 'hours') return readHours(text);
  if (kind === 'sen') return readSen(text || '0', name);
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new CommandError(`${name} is a whole number, not "${text}".`);
}

function readHours(text: string): number {
  const [, count, unit] = /^(\d{1,4})([dh])$/.exec(text) ?? [];
  if (count === undefined) throw new CommandError(`A time is written in days (7d) or hours (12h), not "${text}".`);
  return Number(count) * (unit === 'd' ? 24 : 1);
}

function formatValue(name: SettingName, value: SettingValue): string {
  const { kind }: ShopSetting = SHOP_SETTINGS[name];
  if (kind === 'sen') return value === 0 ? '(none)' : formatSen(Number(value));
  if (kind === 'hours') return Number(value) % 24 === 0 ? `${Number(value) / 24}d` : `${value}h`;
  return String(value) || '(none)';
}
