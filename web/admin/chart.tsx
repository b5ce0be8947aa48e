import { useTranslations } from 'use-intl';

/** One bar: its full name for the table, and its parts in the order of the chart's series. */
export type Bar = { label: string; parts: readonly number[] };

type BarChartProps = {
  title: string;
  /** What the first column of the table has. */
  unit: string;
  series: readonly string[];
  bars: readonly Bar[];
  format: (value: number) => string;
};

const HEIGHT = 100;
const STEP = 10;
const GAP = 2;

/** A small bar chart of stacked parts, with its numbers in a table behind it; what is below zero is in the table alone. */
export function BarChart({ title, unit, series, bars, format }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ parts }) => heightOf(parts)));
  return (
    <figure className="chart">
      <figcaption>
        <span>{title}</span>
        <ul className="chart-legend">
          {series.map((name, place) => (
            <li key={name} className={`chart-part-${place}`}>
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
      <svg viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={title}>
        {bars.map((bar, place) => (
          <StackedBar key={bar.label} bar={bar} from={place * STEP} scale={HEIGHT / most} />
        ))}
      </svg>
      <p className="chart-axis" aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
      <ChartTable unit={unit} series={series} bars={bars} format={format} />
    </figure>
  );
}

const heightOf = (parts: readonly number[]) => parts.reduce((sum, part) => sum + Math.max(0, part), 0);

function StackedBar({ bar: { parts }, from, scale }: { bar: Bar; from: number; scale: number }) {
  return parts.map((part, place) => {
    const height = Math.max(0, part) * scale;
    const below = heightOf(parts.slice(0, place)) * scale;
    return (
      <rect
        key={place}
        className={`chart-part-${place}`}
        x={from + GAP / 2}
        y={HEIGHT - below - height}
        width={STEP - GAP}
        height={height}
      />
    );
  });
}

function ChartTable({ unit, series, bars, format }: Omit<BarChartProps, 'title'>) {
  const t = useTranslations('admin.chart');
  return (
    <details>
      <summary>{t('table')}</summary>
      <div className="admin-table">
        <table>
          <thead>
            <tr>
              {[unit, ...series].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ label, parts }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {parts.map((part, place) => (
                  <td key={place}>
                    <bdi dir="ltr">{format(part)}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
