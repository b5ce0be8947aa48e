import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { setSingleKeysEnabled, areSingleKeysEnabled } from './use-shortcuts.ts';
import { TitledDialog } from '../dialogs/dialog.tsx';

const COMMAND = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
const KEYS = [
  ['search', [[COMMAND, 'K'], ['/']]],
  ['help', [['?']]],
  ['choose', [['↑', '↓']]],
  ['follow', [['Enter']]],
  ['close', [['Esc']]],
] as const;

/** The keyboard shortcuts, and the switch for those of a single character. */
export function ShortcutHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('area.shortcuts');
  return (
    <TitledDialog title={t('title')} isOpen={isOpen} onOpenChange={(open) => !open && onClose()} isSmall>
      <dl className="keys">
        {KEYS.map(([name, ways]) => (
          <div key={name}>
            <dt>{t(`keys.${name}`)}</dt>
            <dd dir="ltr">
              <KeyCombinations ways={ways} />
            </dd>
          </div>
        ))}
      </dl>
      <SingleKeySwitch label={t('single')} />
    </TitledDialog>
  );
}

function KeyCombinations({ ways }: { ways: readonly (readonly string[])[] }) {
  return ways.map((keys) => (
    <span key={keys.join()} className="key-combination">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  ));
}

/** Turns shortcuts of a single key on and off. */
export function SingleKeySwitch({ label }: { label: string }) {
  const [isEnabled, setEnabled] = useState(areSingleKeysEnabled);
  const choose = (next: boolean) => {
    setSingleKeysEnabled(next);
    setEnabled(next);
  };
  return (
    <label className="check">
      <input type="checkbox" checked={isEnabled} onChange={({ target }) => choose(target.checked)} />
      {label}
    </label>
  );
}
