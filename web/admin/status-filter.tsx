import { useSearchParams } from 'react-router';

type StatusFilterProps = { label: string; all: string; options: readonly (readonly [string, string])[] };

/** Filters a list by status, in the address; a filter begins at the first page. */
export function StatusFilter({ label, all, options }: StatusFilterProps) {
  const [search, setSearch] = useSearchParams();
  const change = (status: string) => {
    const next = new URLSearchParams(search);
    next.delete('before');
    if (status === '') next.delete('status');
    else next.set('status', status);
    setSearch(next);
  };
  return (
    <label className="field">
      <span>{label}</span>
      <select value={search.get('status') ?? ''} onChange={({ target }) => change(target.value)}>
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
