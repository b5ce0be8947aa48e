import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { MonthSpending } from '#contract/dashboard.ts';
import { ringgitFromSen, senFromRinggit, type Sen } from '#domain/money.ts';
import { Price, useMoney, useReaderLocale } from '../../ui/text.tsx';
import { formatCount, directionOf, type Locale, calendarOf } from '#domain/locale.ts';

const NBSP = '\u00A0';

/** The spending of the last twelve months as a chart and a table. */
export function Spending({ months }: { months: readonly MonthSpending[] }) {
  const t = useTranslations('dashboard.spending');
  const money = useMoney();
  const total = months.reduce((sum, one) => sum + senFromRinggit(one.amount), 0);
  const isEmpty = months.every((one) => one.amount === 0);
  if (isEmpty) return <p>{t('none')}</p>;
  return (
    <>
      <figure className="spending">
        <figcaption id="spending-lead">{t('lead', { amount: money(total).replace(' ', NBSP) })}</figcaption>
        <SpendingChart months={months} labelledBy="spending-lead" />
        <SpendingTable months={months} total={ringgitFromSen(total)} />
      </figure>
      <Link to="/my-transactions">{t('all')}</Link>
    </>
  );
}

function SpendingTable({ months, total }: { months: readonly MonthSpending[]; total: number }) {
  const t = useTranslations('dashboard.spending');
  const name = useMonthFormat();
  return (
    <details className="fold">
      <summary>{t('table')}</summary>
      <table className="spending-table" aria-labelledby="spending">
        <thead>
          <tr>
            <th scope="col">{t('month')}</th>
            <th scope="col">{t('amount')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, starts, amount }) => (
            <tr key={month}>
              <th scope="row">{name(starts, 'full')}</th>
              <td>
                <Price ringgit={amount} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            <td>
              <Price ringgit={total} />
            </td>
          </tr>
        </tfoot>
      </table>
    </details>
  );
}

/* Heights are pixels and widths percent, so that letters keep their size on every screen. */
const PADDING_TOP = 8;
const PLOT_HEIGHT = 168;
const LABEL_HEIGHT = 26;
const AXIS_WIDTH = 17;
const BAR_WIDTH = 0.62;

/** A bar chart by month, with the axis at the inline start. */
export function SpendingChart({ months, labelledBy }: { months: readonly MonthSpending[]; labelledBy: string }) {
  const values = months.map((one) => senFromRinggit(one.amount));
  const lines = axisTicks(values);
  const scale = scaleOf(lines);
  return (
    <svg
      className="chart"
      role="img"
      aria-labelledby={labelledBy}
      width="100%"
      height={PADDING_TOP + PLOT_HEIGHT + LABEL_HEIGHT}
    >
      {lines.map((line) => (
        <AxisLine key={line} amount={line} y={scale(line)} />
      ))}
      {months.map((month, index) => (
        <Bar
          key={month.month}
          starts={month.starts}
          amount={values[index]!}
          slot={{ index, of: months.length }}
          scale={scale}
        />
      ))}
    </svg>
  );
}

type Scale = (amount: Sen) => number;

function scaleOf(lines: readonly Sen[]): Scale {
  const [low, high] = [lines[0]!, lines.at(-1)!];
  return (amount) => PADDING_TOP + PLOT_HEIGHT * (1 - (amount - low) / (high - low));
}

/** Converts an inline position (percent) to an x coordinate: mirrored in right-to-left languages. */
function useHorizontalPosition(): (along: number) => number {
  const isFromRight = directionOf(useReaderLocale()) === 'rtl';
  return (along) => (isFromRight ? 100 - along : along);
}

function AxisLine({ amount, y }: { amount: Sen; y: number }) {
  const place = useHorizontalPosition();
  const isFromRight = place(0) === 100;
  return (
    <g className={amount === 0 ? 'chart-zero' : undefined}>
      <line x1={`${place(AXIS_WIDTH)}%`} x2={`${place(100)}%`} y1={y} y2={y} />
      <text
        x={`${place(AXIS_WIDTH)}%`}
        dx={isFromRight ? 8 : -8}
        y={y}
        dy={4}
        textAnchor={isFromRight ? 'start' : 'end'}
      >
        {shortAmount(amount, useReaderLocale())}
      </text>
    </g>
  );
}

type BarProps = { starts: string; amount: Sen; slot: { index: number; of: number }; scale: Scale };

function Bar({ starts, amount, slot, scale }: BarProps) {
  const t = useTranslations('dashboard.spending');
  const money = useMoney();
  const name = useMonthFormat();
  const place = useHorizontalPosition();
  const width = (100 - AXIS_WIDTH) / slot.of;
  const middle = place(AXIS_WIDTH + width * (slot.index + 0.5));
  const [from, to] = [scale(Math.max(amount, 0)), scale(Math.min(amount, 0))];
  return (
    <g className={amount < 0 ? 'chart-bar is-below' : 'chart-bar'}>
      <title>{t('bar', { month: name(starts, 'full'), amount: money(amount) })}</title>
      <rect
        className="chart-hit-area"
        x={`${middle - width / 2}%`}
        y={PADDING_TOP}
        width={`${width}%`}
        height={PLOT_HEIGHT + LABEL_HEIGHT}
      />
      <rect
        x={`${middle - (width * BAR_WIDTH) / 2}%`}
        y={from}
        width={`${width * BAR_WIDTH}%`}
        height={to - from}
        rx={2}
      />
      <text className="chart-label-short" x={`${middle}%`} y={PADDING_TOP + PLOT_HEIGHT + 20} textAnchor="middle">
        {name(starts, 'short')}
      </text>
      <text className="chart-label-narrow" x={`${middle}%`} y={PADDING_TOP + PLOT_HEIGHT + 20} textAnchor="middle">
        {name(starts, 'narrow')}
      </text>
    </g>
  );
}

/** The axis only has whole ringgit. */
function shortAmount(amount: Sen, locale: Locale): string {
  return `${amount < 0 ? '−' : ''}RM ${formatCount(Math.abs(amount) / 100, locale)}`;
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** Formats a month of the locale's calendar by its first day (`2026-11-01`): with its year, short, or as one letter. */
export function useMonthFormat(): (starts: string, length: 'full' | 'short' | 'narrow') => string {
  const locale = useReaderLocale();
  return (starts, length) => {
    const key = `${locale} ${length}`;
    const known =
      FORMATS.get(key) ??
      new Intl.DateTimeFormat(`${locale}-u-ca-${calendarOf(locale)}`, { ...MONTH_FORMATS[length], timeZone: 'UTC' });
    FORMATS.set(key, known);
    return known.format(new Date(starts));
  };
}

const MONTH_FORMATS: Record<'full' | 'short' | 'narrow', Intl.DateTimeFormatOptions> = {
  full: { month: 'long', year: 'numeric' },
  short: { month: 'short' },
  narrow: { month: 'narrow' },
};

/** RM 1, 2, 5, 10, 20, 50 … between two lines of a chart. */
const STEPS = [1, 2, 5];
const MOST_STEPS = 4;

/** The lines of a chart in sen, lowest first: round amounts around all values and 0. */
export function axisTicks(values: readonly Sen[]): Sen[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const step = stepFor(high - low);
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

function stepFor(span: Sen): Sen {
  for (let power = 100; ; power *= 10)
    for (const step of STEPS) if (step * power * MOST_STEPS >= span) return step * power;
}
