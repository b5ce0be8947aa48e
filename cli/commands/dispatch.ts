import { addHoliday, isHoliday, removeHoliday, type DispatchCalendar } from '#domain/delivery-promise.ts';
import { changeDispatchCalendar, findDispatchCalendar } from '../../server/delivery/zones.ts';
import type { Services } from '../../server/services.ts';
import { CommandError, optionValue, type Command, type CommandInput } from '../command.ts';
import { formatFields } from '../output.ts';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const showCalendarCommand: Command = {
  name: 'dispatch show',
  summary: 'Show on which days parcels leave, the cut-off time and the holidays.',
  requires: 'shop',
  run: async (_input, shop) => calendarResult(await findDispatchCalendar(shop.deps.db)),
};

const setCalendarCommand: Command = {
  name: 'dispatch set',
  options: {
    days: { placeholder: 'DAYS', summary: 'The days of the week on which parcels leave, such as mon,tue,wed,thu,fri.' },
    'cut-off': { placeholder: 'HH:MM', summary: 'Orders before this time in Malaysia leave on the same day.' },
  },
  summary: 'Change on which days parcels leave, or the cut-off time.',
  isAudited: true,
  requires: 'shop',
  run: (input, shop) =>
    changeCalendar(shop, (calendar) => ({
      ...calendar,
      weekdays: readDays(input) ?? calendar.weekdays,
      cutOff: readCutOff(input) ?? calendar.cutOff,
    })),
};

const HOLIDAY = 'DAY takes one day such as 2027-02-08, or one of every year such as 12-25';

const addHolidayCommand: Command = {
  name: 'holiday add',
  args: ['DAY'],
  summary: `Add a day on which nothing leaves or arrives. ${HOLIDAY}.`,
  isAudited: true,
  requires: 'shop',
  run: ({ args: [day = ''] }, shop) => {
    if (!isHoliday(day)) throw new CommandError(`${HOLIDAY}, not "${day}".`);
    return changeCalendar(shop, (calendar) => addHoliday(calendar, day));
  },
};

const removeHolidayCommand: Command = {
  name: 'holiday remove',
  args: ['DAY'],
  summary: 'Remove a holiday.',
  isAudited: true,
  requires: 'shop',
  run: ({ args: [day = ''] }, shop) =>
    changeCalendar(shop, (calendar) => {
      if (!calendar.holidays.includes(day)) throw new CommandError(`There is no holiday ${day}.`);
      return removeHoliday(calendar, day);
    }),
};

export const dispatchCommands: readonly Command[] = [
  showCalendarCommand,
  setCalendarCommand,
  addHolidayCommand,
  removeHolidayCommand,
];

async function changeCalendar({ deps: { db } }: Services, change: (calendar: DispatchCalendar) => DispatchCalendar) {
  return calendarResult((await changeDispatchCalendar(db, change)).after);
}

function calendarResult({ weekdays, cutOff, holidays }: DispatchCalendar) {
  const time = [Math.floor(cutOff / 60), cutOff % 60].map((part) => String(part).padStart(2, '0')).join(':');
  const days = weekdays.map((day) => DAYS[day - 1]!);
  const text = formatFields({ days: days.join(', '), 'cut-off': time, holidays: holidays.join(', ') || 'none' });
  return { text, data: { days, cut_off: time, holidays } };
}

function readDays(input: CommandInput): number[] | undefined {
  const text = optionValue(input, 'days');
  if (text === undefined) return undefined;
  const days = text.split(',').map((name) => DAYS.indexOf(name.trim().toLowerCase() as (typeof DAYS)[number]) + 1);
  if (!days.includes(0)) return [...new Set(days)].toSorted();
  throw new CommandError(`--days takes some of ${DAYS.join(', ')}, not "${text}".`);
}

function readCutOff(input: CommandInput): number | undefined {
  const text = optionValue(input, 'cut-off');
  if (text === undefined) return undefined;
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hours !== undefined) return Number(hours) * 60 + Number(minutes);
  throw new CommandError(`--cut-off takes a time such as 15:00, not "${text}".`);
}
