import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { letSingleKeysAct, singleKeysAct } from '../frame/use-shortcuts.ts';

const COMMAND = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
const KEYS = [
  ['search', [[COMMAND, 'K'], ['/']]],
  ['help', [['?']]],
  ['choose', [['↑', '↓']]],
  ['follow', [['Enter']]],
  ['close', [['Esc']]],
] as const;

/** The keys that do something everywhere, and the switch for those that are a single sign. */
export function ShortcutHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('customer.shortcuts');
  const close = useTranslations('customer.site')('close');
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="veil" />
        <Dialog.Viewport className="dialog-room">
          <Dialog.Popup className="dialog dialog-small">
            <header className="dialog-head">
              <Dialog.Title className="dialog-title">{t('title')}</Dialog.Title>
              <Dialog.Close className="tool" aria-label={close}>
                <X aria-hidden="true" size={20} />
              </Dialog.Close>
            </header>
            <dl className="keys">
              {KEYS.map(([name, ways]) => (
                <div key={name}>
                  <dt>{t(`keys.${name}`)}</dt>
                  <dd dir="ltr">
                    <Ways ways={ways} />
                  </dd>
                </div>
              ))}
            </dl>
            <SingleKeys />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Ways({ ways }: { ways: readonly (readonly string[])[] }) {
  return ways.map((keys) => (
    <span key={keys.join()} className="key-way">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  ));
}

function SingleKeys() {
  const t = useTranslations('customer.shortcuts');
  const [doAct, setAct] = useState(singleKeysAct);
  const choose = (next: boolean) => {
    letSingleKeysAct(next);
    setAct(next);
  };
  return (
    <label className="check">
      <input type="checkbox" checked={doAct} onChange={({ target }) => choose(target.checked)} />
      {t('single')}
    </label>
  );
}
