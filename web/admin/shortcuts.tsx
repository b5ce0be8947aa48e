import Keyboard from 'lucide-react/icons/keyboard';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SingleKeySwitch } from '../customer/command-palette/shortcut-help.tsx';
import { areSingleKeysEnabled, isDialogOpen, isHelpKey, isTyping } from '../customer/command-palette/use-shortcuts.ts';
import { TitledDialog } from '../customer/dialogs/dialog.tsx';

type Shortcut = { key: string; label: string; run: () => void };

/** Those of the page that is shown, in the order in which its parts registered them. */
const shortcuts = new Set<Shortcut>();

/** A key that does something while nothing is being written; `label` names it in the list that `?` opens. */
export function useShortcut(key: string, label: string, action: () => void): void {
  const run = useEffectEvent(action);
  useEffect(() => {
    const shortcut = { key, label, run: () => run() };
    shortcuts.add(shortcut);
    return () => void shortcuts.delete(shortcut);
  }, [key, label]);
}

/** `e` does the next step of what the page shows. */
export function useNextStep(action: () => void): void {
  const t = useTranslations('admin.shortcuts');
  useShortcut('e', t('done'), action);
}

/** `e` goes to a decision, which is made by pressing it: it cannot be undone. */
export function useDecisionKey(): (button: HTMLButtonElement | null) => void {
  const decision = useRef<HTMLButtonElement>(null);
  useNextStep(() => decision.current?.focus());
  return (button) => void (decision.current = button);
}

/** `j` and `k` go through the links of a list, one of each item. */
export function useListKeys(): (list: HTMLUListElement | null) => void {
  const t = useTranslations('admin.shortcuts');
  const list = useRef<HTMLUListElement>(null);
  const go = (by: 1 | -1) => {
    const links = [...(list.current?.children ?? [])].flatMap((item) => item.querySelector<HTMLElement>('a') ?? []);
    const place = links.findIndex((link) => link.parentElement?.contains(document.activeElement));
    links[place < 0 ? 0 : place + by]?.focus();
  };
  useShortcut('j', t('next'), () => go(1));
  useShortcut('k', t('previous'), () => go(-1));
  return (element) => void (list.current = element);
}

/** Listens for the keys of the page that is shown; the button and `?` list them. */
export function Shortcuts() {
  const t = useTranslations('admin.shortcuts');
  const [listed, setListed] = useState<readonly Shortcut[]>();
  const list = () => setListed([...shortcuts]);
  useShortcut('?', t('help'), list);
  useShortcut('/', t('search'), focusSearch);
  useEffect(() => {
    document.addEventListener('keydown', runShortcut);
    return () => document.removeEventListener('keydown', runShortcut);
  }, []);
  return (
    <>
      <button type="button" className="tool" aria-label={t('title')} onClick={list}>
        <Keyboard aria-hidden="true" size={20} />
      </button>
      <TitledDialog
        title={t('title')}
        isSmall
        isOpen={listed !== undefined}
        onOpenChange={(isOpen) => !isOpen && setListed(undefined)}
      >
        <dl className="keys">
          {listed?.map(({ key, label }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd dir="ltr">
                <kbd>{key}</kbd>
              </dd>
            </div>
          ))}
        </dl>
        <SingleKeySwitch label={t('single')} />
      </TitledDialog>
    </>
  );
}

function runShortcut(event: KeyboardEvent): void {
  const isModified = event.altKey || event.ctrlKey || event.metaKey;
  if (isModified || event.defaultPrevented || event.isComposing || !areSingleKeysEnabled()) return;
  if (isTyping(event.target) || isDialogOpen()) return;
  const shortcut = [...shortcuts].findLast(({ key }) => isKey(event, key));
  if (!shortcut) return;
  event.preventDefault();
  shortcut.run();
}

/** By its place where the layout has other letters there. */
function isKey(event: KeyboardEvent, key: string): boolean {
  if (key === '?') return isHelpKey(event);
  return event.key === key || (/^[a-z]$/.test(key) && event.code === `Key${key.toUpperCase()}`);
}

function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  field?.focus();
  field?.select();
}
