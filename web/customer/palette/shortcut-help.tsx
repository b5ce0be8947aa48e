import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { letSingleKeysAct, singleKeysAct } from '../frame/use-shortcuts.ts';
import { TitledDialog } from '../titled-dialog.tsx';

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
  const t = useTranslations('area.shortcuts');
  return (
    <TitledDialog title={t('title')} isOpen={isOpen} onOpenChange={(open) => !open && onClose()} isNote>
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
    </TitledDialog>
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
  const t = useTranslations('area.shortcuts');
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
