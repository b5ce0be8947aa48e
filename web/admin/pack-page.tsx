import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Parcel } from '#contract/admin-fulfilment.ts';
import { packedOf, scannedOrder } from '#domain/orders/packing.ts';
import { sendRequest } from '../browser/api-client.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { Cover } from '../ui/cover.tsx';
import { ForeignText } from '../ui/text.tsx';
import { useActorName } from './actor-name.ts';
import { HeldLines } from './held-lines.tsx';
import { useHasSound } from './packing-sound.ts';
import { PrintButtons } from './print-buttons.tsx';
import { ScanField } from './scan-field.tsx';
import { usePacking } from './use-packing.ts';

/** The packing table of one order: copies are scanned into its parcel, and what does not belong there is refused. */
export function PackPage() {
  const t = useTranslations('adminFulfilment');
  const { number = '' } = useParams();
  const parcel = useQuery({
    queryKey: ['order', number, 'parcel'],
    queryFn: ({ signal }) => sendRequest('getParcel', { params: { number }, signal }),
  });
  return (
    <div className="page">
      <p className="packing-links">
        <Link to="/fulfilment">{t('back')}</Link> <Link to={`/orders/${number}`}>{t('pack.details')}</Link>
      </p>
      <PageTitle title={t('pack.title', { number })} />
      <QueryContent query={parcel}>{(found) => <PackingTable key={found.number} parcel={found} />}</QueryContent>
    </div>
  );
}

function PackingTable({ parcel }: { parcel: Parcel }) {
  const t = useTranslations('adminFulfilment.pack');
  const [hasSound, setHasSound] = useHasSound();
  const packing = usePacking(parcel, hasSound);
  const openOrder = useOpenOrder();
  const isOpen = parcel.status === 'paid' && parcel.held.length === 0;
  const scan = (text: string) => {
    const order = scannedOrder(text);
    if (order) openOrder(order);
    else if (isOpen && !packing.isFinishing) packing.scan(text);
    else packing.refuse(t('unreadable', { text }));
  };
  return (
    <>
      <ScanField
        label={isOpen ? t('scan') : t('scanNext')}
        button={t('enter')}
        isInvalid={packing.refusal !== undefined}
        onScan={scan}
      />
      <div role="alert">
        {packing.refusal && (
          <p key={packing.refusal.count} className="alert alert-danger packing-refusal">
            <bdi>{packing.refusal.text}</bdi>
          </p>
        )}
      </div>
      {isOpen ? <Progress parcel={parcel} packing={packing} /> : <Outcome parcel={parcel} />}
      <label className="check">
        <input type="checkbox" checked={hasSound} onChange={({ target }) => setHasSound(target.checked)} />
        {t('sound')}
      </label>
    </>
  );
}

type Packing = ReturnType<typeof usePacking>;

function Progress({ parcel, packing }: { parcel: Parcel; packing: Packing }) {
  const t = useTranslations('adminFulfilment.pack');
  const { lines, is_gift_wrapped: isGiftWrapped, gift_message: giftMessage, note } = parcel;
  const copies = lines.reduce((sum, { qty }) => sum + qty, 0);
  const packed = lines.reduce((sum, { id }) => sum + packedOf(packing.packed, id), 0);
  const order = useTranslations('admin.order');
  return (
    <>
      <p className="packing-progress" role="status">
        {t('progress', { packed, copies })}
      </p>
      {isGiftWrapped && <p className="alert">{t('giftWrap')}</p>}
      {giftMessage && (
        <p className="alert">
          {order('giftMessage')}: <bdi>{giftMessage}</bdi>
        </p>
      )}
      {note && (
        <p className="alert">
          {order('customerNote')}: <bdi>{note}</bdi>
        </p>
      )}
      <ul className="packing-lines">
        {lines.map((line) => (
          <PackingLine key={line.id} line={line} packing={packing} />
        ))}
      </ul>
      <div className="admin-actions">
        {packing.isWhole && (
          <button type="button" className="button" disabled={packing.isFinishing} onClick={packing.finish}>
            {t('finish')}
          </button>
        )}
        {packed > 0 && (
          <button type="button" className="button-plain" disabled={packing.isFinishing} onClick={packing.restart}>
            {t('restart')}
          </button>
        )}
      </div>
    </>
  );
}

function PackingLine({ line, packing }: { line: Parcel['lines'][number]; packing: Packing }) {
  const t = useTranslations('adminFulfilment.pack');
  const formats = useTranslations('common.formats');
  const { id, title, language, contributors, format, isbn, cover, qty } = line;
  const packed = packedOf(packing.packed, id);
  const isFull = packed === qty;
  return (
    <li className={isFull ? 'is-packed' : undefined}>
      <Cover src={cover} size="small" />
      <div>
        <b>
          <ForeignText text={title} language={language} />
        </b>
        <small>
          <bdi>{contributors.join(', ')}</bdi>
        </small>
        <small>
          {formats(format)}
          {isbn && (
            <>
              {' · '}
              <bdi>{isbn}</bdi>
            </>
          )}
        </small>
        {isbn === null && !isFull && (
          <button type="button" className="button-plain" onClick={() => packing.countOne(id)}>
            {t('countOne')}
          </button>
        )}
      </div>
      <span className="packing-count">
        {isFull && <Check aria-hidden="true" size={24} />}
        {t('of', { packed, copies: qty })}
      </span>
    </li>
  );
}

/** Who packed the order, or why nobody can; and what comes next. */
function Outcome({ parcel: { number, status, held, packed } }: { parcel: Parcel }) {
  const t = useTranslations('adminFulfilment.pack');
  const states = useTranslations('common.orderStates');
  const moment = useDateTimeFormat();
  const nameOf = useActorName();
  const [search] = useSearchParams();
  const [next, ...later] = search.getAll('then');
  return (
    <>
      <p>
        <span className={`order-state order-state-${status}`}>{states(status)}</span>
      </p>
      <div role="alert" className="packing-outcome">
        {packed ? (
          <p>{t('packedBy', { actor: nameOf(packed.actor), moment: moment(packed.at) })}</p>
        ) : (
          <p>{t('notPaid')}</p>
        )}
      </div>
      <HeldLines held={held} />
      <div className="admin-actions">
        {packed && <PrintButtons numbers={[number]} />}
        {next && (
          <Link className="button" to={packPath(next, later)}>
            {t('next', { number: next })}
          </Link>
        )}
      </div>
    </>
  );
}

/** The packing table of an order, with the orders that come after it. */
export function packPath(number: string, then: readonly string[] = []): string {
  return `/fulfilment/pack/${number}${then.length > 0 ? '?' : ''}${then.map((one) => `then=${one}`).join('&')}`;
}

/** Goes to the packing table of another order; what was to come after this one comes after that. */
function useOpenOrder() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (number: string) => {
    const then = search.getAll('then').filter((one) => one !== number);
    void navigate(packPath(number, then));
  };
}
