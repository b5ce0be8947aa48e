import { useTranslations } from 'use-intl';
import type { Mapping } from '#contract/admin-transfers.ts';
import { DATE_ORDERS, DECIMAL_SIGNS } from '#domain/orders/bank-statement.ts';

type ColumnMappingProps = { header: readonly string[]; mapping: Mapping; onChange: (mapping: Mapping) => void };

/** What the columns of a statement mean, and how its amounts and dates are written. */
export function ColumnMapping({ header, mapping, onChange }: ColumnMappingProps) {
  const t = useTranslations('adminTransfers.upload');
  const columns = header.map((name, place) => [String(place), name || String(place + 1)] as const);
  const change = (changes: Partial<Mapping>) => onChange({ ...mapping, ...changes });
  return (
    <div className="admin-filters">
      {(['date', 'amount', 'direction', 'payer'] as const).map((field) => (
        <Choice
          key={field}
          label={t(field)}
          value={mapping[field] === null ? '' : String(mapping[field])}
          options={[['', t('noColumn')], ...columns]}
          onChange={(value) => change({ [field]: value === '' ? null : Number(value) })}
        />
      ))}
      <fieldset className="statement-texts">
        <legend>{t('texts')}</legend>
        {header.map((name, place) => (
          <label key={place} className="check">
            <input
              type="checkbox"
              checked={mapping.texts.includes(place)}
              onChange={({ target }) => change({ texts: withColumn(mapping.texts, place, target.checked) })}
            />
            <bdi>{name || place + 1}</bdi>
          </label>
        ))}
      </fieldset>
      <Choice
        label={t('decimal')}
        value={mapping.decimal}
        options={DECIMAL_SIGNS.map((sign) => [sign, sign === '.' ? '1,234.50' : '1.234,50'])}
        onChange={(sign) => change({ decimal: sign as Mapping['decimal'] })}
      />
      <Choice
        label={t('dates')}
        value={mapping.dates}
        options={DATE_ORDERS.map((order) => [order, t(`orders.${order}`)])}
        onChange={(order) => change({ dates: order as Mapping['dates'] })}
      />
    </div>
  );
}

function withColumn(columns: readonly number[], column: number, isWanted: boolean): number[] {
  const others = columns.filter((one) => one !== column);
  return isWanted ? [...others, column].toSorted((one, other) => one - other) : others;
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
};

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
