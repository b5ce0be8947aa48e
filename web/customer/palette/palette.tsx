import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search, X } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { useFindings, type Finding, type FindingGroup } from './use-findings.ts';

type PaletteProps = { isOpen: boolean; onClose: () => void; isMember: boolean };

/** One field for everything: pages, orders and books. What was typed is kept nowhere. */
export function Palette({ isOpen, onClose, isMember }: PaletteProps) {
  const t = useTranslations('area.palette');
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="veil" />
        <Dialog.Viewport className="palette-room">
          <Dialog.Popup className="palette" aria-label={t('title')}>
            <Field isOpen={isOpen} isMember={isMember} onClose={onClose} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Field({ isOpen, isMember, onClose }: PaletteProps) {
  const t = useTranslations('area.palette');
  const close = useTranslations('customer.site')('close');
  const [typed, setTyped] = useTyped(isOpen);
  const { groups, isSearching } = useFindings(typed, isMember);
  const go = useGo(onClose);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      value={typed}
      onValueChange={(value, { reason }) => reason !== 'item-press' && setTyped(value)}
      itemToStringValue={(finding: Finding) => finding.label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="palette-head">
        <Search aria-hidden="true" size={20} />
        <Autocomplete.Input
          className="palette-input"
          aria-label={t('label')}
          placeholder={t('label')}
          maxLength={200}
        />
        <Dialog.Close className="tool" aria-label={close}>
          <X aria-hidden="true" size={20} />
        </Dialog.Close>
      </div>
      <Autocomplete.Status className="visually-hidden">{isSearching ? '' : t('found', { count })}</Autocomplete.Status>
      <Autocomplete.List className="palette-list">
        {(group: FindingGroup) => <Group key={group.value} group={group} onGo={go} />}
      </Autocomplete.List>
      <p className="palette-hint">{count === 0 && !isSearching ? t('nothing', { typed }) : t('hint')}</p>
    </Autocomplete.Root>
  );
}

/** What is typed; nothing, where the field is opened again while it is still on its way out. */
function useTyped(isOpen: boolean) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  const [typed, setTyped] = useState('');
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setTyped('');
  }
  return [typed, setTyped] as const;
}

function Group({ group, onGo }: { group: FindingGroup; onGo: (finding: Finding) => void }) {
  const t = useTranslations('area.palette.groups');
  return (
    <Autocomplete.Group items={group.items} className="palette-group">
      <Autocomplete.GroupLabel className="palette-label">{t(group.value)}</Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(finding: Finding) => (
          <Autocomplete.Item key={finding.id} value={finding} className="palette-item" onClick={() => onGo(finding)}>
            <span>
              <bdi>{finding.label}</bdi>
            </span>
            {finding.detail && (
              <small>
                <bdi>{finding.detail}</bdi>
              </small>
            )}
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  );
}

/** A page of this area is shown in place; one of the shop is a document of its own. */
function useGo(onClose: () => void): (finding: Finding) => void {
  const navigate = useNavigate();
  return ({ to, href }) => {
    onClose();
    if (to) void navigate(to);
    else if (href) location.assign(href);
  };
}
