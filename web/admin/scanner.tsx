import { useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { MAX_ENTRY_COPIES } from '#domain/stock.ts';
import { ForeignText } from '../ui/text.tsx';
import { isScanHeard, setScanHeard } from './scan-sound.ts';
import type { ScanList, ScannedLine, ScanResult } from './scan-list.ts';

type ScannerProps = {
  list: ScanList;
  /** The fewest copies of a line. */
  least: 0 | 1;
  /** What stands beside a line. */
  hint?: (line: ScannedLine) => ReactNode;
};

/** A field for a scanner, which types an ISBN and presses Enter, and what was scanned; locked while a booking is open. */
export function Scanner({ list, least, hint }: ScannerProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      {!list.isSent && <ScanField field={field} onScan={list.scan} />}
      <ScanMessage result={list.result} />
      {list.lines.length > 0 && (
        <ul className="admin-list scan-lines">
          {list.lines.map((line) => (
            <Line
              key={line.id}
              line={line}
              least={least}
              isLocked={list.isSent}
              onChange={(qty) => list.setQty(line.id, qty)}
              onRemove={() => {
                list.remove(line.id);
                field.current?.focus();
              }}
              onDone={() => field.current?.focus()}
              hint={hint?.(line)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

type ScanFieldProps = { field: RefObject<HTMLInputElement | null>; onScan: (text: string) => void };

function ScanField({ field, onScan }: ScanFieldProps) {
  const t = useTranslations('adminInventory.scanner');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = field.current!.value.trim();
    event.currentTarget.reset();
    field.current!.focus();
    if (text !== '') onScan(text);
  };
  return (
    <div className="scan-field">
      <form className="search-field-input" onSubmit={submit}>
        <label className="field">
          <span>{t('label')}</span>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever opens the page has the scanner in hand */}
          <input ref={field} type="text" inputMode="numeric" autoComplete="off" dir="ltr" maxLength={200} autoFocus />
        </label>
        <button className="button button-quiet">{t('add')}</button>
      </form>
      <SoundSwitch />
    </div>
  );
}

function SoundSwitch() {
  const t = useTranslations('adminInventory.scanner');
  const [isHeard, setHeard] = useState(isScanHeard);
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isHeard}
        onChange={({ target }) => {
          setScanHeard(target.checked);
          setHeard(target.checked);
        }}
      />
      {t('sound')}
    </label>
  );
}

function ScanMessage({ result }: { result: ScanResult | undefined }) {
  const t = useTranslations('adminInventory.scanner');
  const formats = useTranslations('common.formats');
  return (
    <>
      <p className="visually-hidden" role="status">
        {result?.kind === 'taken' &&
          t('taken', { title: result.line.title, format: formats(result.line.format), count: result.line.qty })}
      </p>
      <div role="alert">
        {result && result.kind !== 'taken' && (
          <p className="alert alert-danger scan-refused">{t(result.kind, { text: `\u2068${result.text}\u2069` })}</p>
        )}
      </div>
    </>
  );
}

type LineProps = {
  line: ScannedLine;
  least: 0 | 1;
  isLocked: boolean;
  onChange: (qty: number) => void;
  onRemove: () => void;
  onDone: () => void;
  hint: ReactNode;
};

function Line({ line: { title, language, format, isbn, qty }, least, isLocked, hint, ...on }: LineProps) {
  const t = useTranslations('adminInventory.scanner');
  const formats = useTranslations('common.formats');
  const finish = (event: KeyboardEvent) => {
    if (event.key === 'Enter') on.onDone();
  };
  return (
    <li>
      <span className="scan-title">
        <ForeignText text={title} language={language} />
        <small>
          {formats(format)} · <bdi dir="ltr">{isbn}</bdi>
        </small>
        {hint}
      </span>
      <input
        type="number"
        inputMode="numeric"
        aria-label={t('copies', { title })}
        min={least}
        max={MAX_ENTRY_COPIES}
        value={qty}
        disabled={isLocked}
        onFocus={({ target }) => target.select()}
        onKeyDown={finish}
        onChange={({ target: { valueAsNumber: typed } }) => {
          if (Number.isInteger(typed) && typed >= least && typed <= MAX_ENTRY_COPIES) on.onChange(typed);
        }}
      />
      <button
        type="button"
        className="button-plain"
        aria-label={t('removeTitle', { title })}
        disabled={isLocked}
        onClick={on.onRemove}
      >
        {t('remove')}
      </button>
    </li>
  );
}
