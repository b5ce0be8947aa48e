import { encode } from 'uqr';
import { useTranslations } from 'use-intl';

/** Around the code, in its squares, so that every reader finds it. */
const QUIET_ZONE = 4;

type QrCodeProps = {
  text: string;
  /** What it is and what to do with it; by default those of a code for a banking app. */
  label?: string;
  caption?: string;
};

/** A QR code, black on white in every theme. */
export function QrCode({ text, label, caption }: QrCodeProps) {
  const t = useTranslations('common.transfer');
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return (
    <figure className="qr">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label ?? t('qrLabel')} shapeRendering="crispEdges">
        <rect width={size} height={size} fill="#fff" />
        <path d={data.map(rowPath).join('')} fill="#000" />
      </svg>
      <figcaption>{caption ?? t('qr')}</figcaption>
    </figure>
  );
}

/** The dark squares of a row, each run of them as one rectangle. */
function rowPath(row: readonly boolean[], y: number): string {
  const squares = row.map((isDark) => (isDark ? '1' : '0')).join('');
  return [...squares.matchAll(/1+/g)]
    .map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join('');
}
