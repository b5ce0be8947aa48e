type Values = Readonly<Record<string, unknown>> | null;

type ChangedProps = {
  before: Values;
  after: Values;
  /** Whether values are called by words, not by their codes. */ hasWords?: boolean;
};

/** The values that a change changed, each as it was and as it is. */
export function ChangedValues({ before, after, hasWords = false }: ChangedProps) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changed = names
    .map((name) => ({ name, old: textOf(before?.[name]), now: textOf(after?.[name]) }))
    .filter(({ old, now }) => old !== now);
  return (
    <dl className="admin-changes">
      {changed.map(({ name, old, now }) => (
        <div key={name}>
          <dt>{hasWords ? name : <code dir="ltr">{name}</code>}</dt>
          <dd>
            {old !== '' && (
              <del>
                <bdi>{old}</bdi>
              </del>
            )}{' '}
            {now !== '' && (
              <ins>
                <bdi>{now}</bdi>
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
