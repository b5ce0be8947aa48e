import type { Facets } from '#contract/products.ts';
import { Count } from '../../ui/text.tsx';

export type FacetValue = Facets['subject'][number];
type FacetCheckboxProps = { name: string; one: FacetValue; chosen: readonly string[] };

/** A choice of a filter with the number of titles that it finds. */
export function FacetCheckbox({ name, one, chosen }: FacetCheckboxProps) {
  return (
    <label className="check">
      <input type="checkbox" name={name} value={one.value} defaultChecked={chosen.includes(one.value)} />
      <bdi>{one.label}</bdi>{' '}
      <small>
        <Count of={one.count} />
      </small>
    </label>
  );
}
