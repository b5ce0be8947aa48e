import { useEffect, useId, useRef, type FormEvent } from 'react';

type ScanFieldProps = { label: string; button: string; isInvalid?: boolean; onScan: (text: string) => void };

/** A field for a scanner, which types and presses Enter; it is emptied for the next code and keeps the focus. */
export function ScanField({ label, button, isInvalid = false, onScan }: ScanFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = field.current!;
    const text = input.value.trim();
    input.value = '';
    input.focus();
    if (text !== '') onScan(text);
  };
  return (
    <form className="scan-field" onSubmit={submit}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        id={id}
        type="text"
        dir="ltr"
        maxLength={50}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="enter"
        aria-invalid={isInvalid}
      />
      <button className="button">{button}</button>
    </form>
  );
}
