import { formatSen, senFromRinggit } from '#domain/money.ts';

/** An amount in RM, isolated so that it reads left to right inside Persian text too. */
export function Price({ ringgit, className = 'price' }: { ringgit: number; className?: string }) {
  return (
    <bdi className={className} dir="ltr">
      {formatSen(senFromRinggit(ringgit))}
    </bdi>
  );
}
