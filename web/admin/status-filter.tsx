import { useFilter } from '../customer/page/use-filter.ts';

type StatusFilterProps = {
  /** Its name in the address. */
  name?: string;
  label: string;
  all: string;
  options: readonly (readonly [string, string])[];
};

/** Filters a list by status, or by something else of which one is chosen, in the address; a filter begins at the first page. */
export function StatusFilter({ name = 'status', label, all, options }: StatusFilterProps) {
  const { search, setFilter } = useFilter();
  return (
    <label className="field">
      <span>{label}</span>
      <select value={search.get(name) ?? ''} onChange={({ target }) => setFilter(name, target.value)}>
        <option value="">{all}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
