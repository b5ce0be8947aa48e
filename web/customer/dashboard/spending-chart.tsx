import { useTranslations } from 'use-intl';
import type { MonthSpending } from '#contract/dashboard.ts';
import { formatCount } from '#domain/count.ts';
import { directionOf } from '#domain/locale.ts';
import { formatSen, senFromRinggit, type Sen } from '#domain/money.ts';
import { useReaderLocale } from '../../ui/use-reader-locale.ts';
import { axisLines } from './axis.ts';
import { useMonths } from './use-months.ts';

/* Heights are pixels and widths percent, so that letters keep their size on every screen. */
const TOP = 8;
const DEPTH = 168;
const FOOT = 26;
const AXIS = 17;
const BAR = 0.62;

/** A bar for each month above (or below) a line at nothing, with amounts at the side where reading begins. */
export function SpendingChart({ months, labelledBy }: { months: readonly MonthSpending[]; labelledBy: string }) {
  const values = months.map((one) => senFromRinggit(one.amount));
  const lines = axisLines(values);
  const scale = scaleOf(lines);
  return (
    <svg className="chart" role="img" aria-labelledby={labelledBy} width="100%" height={TOP + DEPTH + FOOT}>
      {lines.map((line) => (
        <AxisLine key={line} amount={line} y={scale(line)} />
      ))}
      {months.map((month, index) => (
        <Bar
          key={month.month}
          month={month.month}
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
  return (amount) => TOP + DEPTH * (1 - (amount - low) / (high - low));
}

/** Where a place that is so far along the line (percent) stands on the screen: right to left where reading does. */
function usePlace(): (along: number) => number {
  const isFromRight = directionOf(useReaderLocale()) === 'rtl';
  return (along) => (isFromRight ? 100 - along : along);
}

function AxisLine({ amount, y }: { amount: Sen; y: number }) {
  const place = usePlace();
  const isFromRight = place(0) === 100;
  return (
    <g className={amount === 0 ? 'chart-nothing' : undefined}>
      <line x1={`${place(AXIS)}%`} x2={`${place(100)}%`} y1={y} y2={y} />
      <text x={`${place(AXIS)}%`} dx={isFromRight ? 8 : -8} y={y} dy={4} textAnchor={isFromRight ? 'start' : 'end'}>
        {shortAmount(amount)}
      </text>
    </g>
  );
}

type BarProps = { month: string; amount: Sen; slot: { index: number; of: number }; scale: Scale };

function Bar({ month, amount, slot, scale }: BarProps) {
  const t = useTranslations('area.dashboard.spending');
  const name = useMonths();
  const place = usePlace();
  const width = (100 - AXIS) / slot.of;
  const middle = place(AXIS + width * (slot.index + 0.5));
  const [from, to] = [scale(Math.max(amount, 0)), scale(Math.min(amount, 0))];
  return (
    <g className={amount < 0 ? 'chart-bar is-below' : 'chart-bar'}>
      <title>{t('bar', { month: name(month, 'full'), amount: formatSen(amount) })}</title>
      <rect className="chart-touch" x={`${middle - width / 2}%`} y={TOP} width={`${width}%`} height={DEPTH + FOOT} />
      <rect x={`${middle - (width * BAR) / 2}%`} y={from} width={`${width * BAR}%`} height={to - from} rx={2} />
      <text className="chart-short" x={`${middle}%`} y={TOP + DEPTH + 20} textAnchor="middle">
        {name(month, 'short')}
      </text>
      <text className="chart-narrow" x={`${middle}%`} y={TOP + DEPTH + 20} textAnchor="middle">
        {name(month, 'narrow')}
      </text>
    </g>
  );
}

/** An axis has whole ringgit only. */
function shortAmount(amount: Sen): string {
  return `${amount < 0 ? '−' : ''}RM ${formatCount(Math.abs(amount) / 100, 'en')}`;
}
