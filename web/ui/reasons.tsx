import { useTranslations } from 'use-intl';
import type { LineReason } from '#domain/explain.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { reasonValues } from '#domain/reason-values.ts';
import { Price } from './price.tsx';

/** Why a line costs what it costs, amount by amount; nothing where the list price is all there is to say. */
export function Reasons({ reasons }: { reasons: readonly LineReason[] | undefined }) {
  const t = useTranslations('common.reasons');
  if (!reasons || reasons.length < 2) return null;
  return (
    <ul className="reasons">
      {reasons.map((reason) => (
        <li key={reason.code}>
          <span>{t(reason.code, reasonValues(reason))}</span>
          {reason.amount !== 0 && <Price ringgit={ringgitFromSen(reason.amount)} className="" />}
        </li>
      ))}
    </ul>
  );
}
