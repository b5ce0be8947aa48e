import { formatSen } from '#domain/money.ts';
import {
  formatPostalRange,
  MALAYSIAN_STATES,
  parsePostalRanges,
  type PostalRange,
  type Zone,
} from '#domain/shipping.ts';
import { listZones, removeZone, saveZone, ZonesOverlapError } from '../../server/delivery/zones.ts';
import { CommandError, isLine, optionValue, readSen, type Command, type CommandInput } from '../command.ts';
import { listCommand } from '../resource-commands.ts';

const listZonesCommand = listCommand({
  name: 'zone list',
  summary: 'List the delivery zones with their postal codes, prices and states.',
  list: listZones,
  row: ({ name, ranges, cost, freeFrom, states, transit }: Zone) => ({
    name,
    'postal codes': ranges.map(formatPostalRange).join(', '),
    delivery: formatSen(cost),
    'free from': formatSen(freeFrom),
    days: `${transit.from}–${transit.to}`,
    states: states.join(', '),
  }),
  empty: 'There are no delivery zones: nothing can be ordered.',
});

const setZoneCommand: Command = {
  name: 'zone set',
  args: ['NAME'],
  options: {
    codes: { placeholder: 'CODES', summary: 'Its postal codes, such as 01000-02999,05000-09999.' },
    cost: { placeholder: 'RM', summary: 'The price of delivery.' },
    'free-from': { placeholder: 'RM', summary: 'The total after all discounts from which delivery is free.' },
    days: { placeholder: 'N-N', summary: 'How many dispatch days a parcel takes, such as 1-2. Default: 2-5.' },
    states: { placeholder: 'STATES', summary: 'The states of its addresses, such as "Perlis, Kedah".' },
  },
  summary: 'Create a delivery zone, or change the given values of the zone with this name.',
  isAudited: true,
  requires: 'shop',
  run: async (input, { deps: { db } }) => {
    const name = readName(input);
    const zone = readZone(input, (await listZones(db)).find((one) => one.name === name) ?? { name });
    await saveZone(db, zone).catch((error: unknown) => {
      throw error instanceof ZonesOverlapError
        ? new CommandError('A postal code cannot be in two zones or ranges; see "zone list".')
        : error;
    });
    return { text: `The zone ${name} applies from the next order on.`, data: zone };
  },
};

const removeZoneCommand: Command = {
  name: 'zone remove',
  args: ['NAME'],
  summary: 'End delivery to a zone; placed orders keep their delivery price.',
  isAudited: true,
  requires: 'shop',
  run: async (input, { deps: { db } }) => {
    const name = readName(input);
    if (!(await removeZone(db, name))) throw new CommandError(`There is no zone ${name}.`);
    return { text: `Removed the zone ${name}; new orders cannot be delivered there.`, data: { name } };
  },
};

export const zoneCommands: readonly Command[] = [listZonesCommand, setZoneCommand, removeZoneCommand];

function readName({ args: [text = ''] }: CommandInput): string {
  const name = text.trim();
  if (isLine(name, 60)) return name;
  throw new CommandError('NAME takes 1 to 60 characters on one line.');
}

/** A zone with the given options changed. Throws {@link CommandError} with the first mistake, or for a value that a new one lacks. */
function readZone(input: CommandInput, current: Pick<Zone, 'name'> & Partial<Zone>): Omit<Zone, 'dispatch'> {
  const read = <T>(name: string, parse: (text: string) => T, value: T | undefined): T => {
    const text = optionValue(input, name);
    if (text !== undefined) return parse(text);
    if (value !== undefined) return value;
    throw new CommandError(`A new zone needs --${name}.`);
  };
  return {
    name: current.name,
    ranges: read('codes', parseRanges, current.ranges),
    cost: read('cost', (text) => readSen(text, 'cost'), current.cost),
    freeFrom: read('free-from', (text) => readSen(text, 'free-from'), current.freeFrom),
    states: read('states', parseStates, current.states),
    transit: read('days', parseTransit, current.transit ?? DEFAULT_TRANSIT),
  };
}

const DEFAULT_TRANSIT = { from: 2, to: 5 };
const MAX_TRANSIT_DAYS = 60;

function parseTransit(text: string): Zone['transit'] {
  const [, from, to = from] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(text) ?? [];
  const transit = { from: Number(from), to: Number(to) };
  if (transit.from <= transit.to && transit.to <= MAX_TRANSIT_DAYS) return transit;
  throw new CommandError(`--days takes days such as 2 or 1-2, up to ${MAX_TRANSIT_DAYS}, not "${text}".`);
}

function parseRanges(text: string): PostalRange[] {
  const ranges = parsePostalRanges(text);
  if (ranges) return ranges;
  throw new CommandError(`--codes takes postal codes of five digits such as 01000-02999,05000, not "${text}".`);
}

function parseStates(text: string): string[] {
  return text.split(',').map((part) => {
    const name = part.trim().toLowerCase();
    const state = MALAYSIAN_STATES.find((one) => one.toLowerCase() === name);
    if (state) return state;
    throw new CommandError(`--states takes some of ${MALAYSIAN_STATES.join(', ')}, not "${part.trim()}".`);
  });
}
