import { useQuery } from '@tanstack/react-query';
import GripVertical from 'lucide-react/icons/grip-vertical';
import type { PointerEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { Menus } from '#contract/content.ts';
import { DEFAULT_MENUS, MAX_MENU_ENTRIES, MENUS, type MenuName } from '#domain/menu.ts';
import { sendRequest } from '../browser/api-client.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useKeyedList } from './keyed-list.ts';
import { MenuEntryFields, NEW_ENTRY, targetText, type MenuEntry } from './menu-entry-fields.tsx';
import { PartMistakes, Publisher, TheirVersion } from './site-content.tsx';
import { useSiteContent, type Mistakes, type Written } from './use-site-content.ts';

async function fetchMenus(signal?: AbortSignal): Promise<Written<Menus | null>> {
  const written = await sendRequest('getMenus', signal && { signal });
  return { ...written, content: written.content as Menus | null };
}

/** What header and footer of the shop lead to. */
export function MenusPage() {
  const t = useTranslations('adminContent.menus');
  const menus = useQuery({
    queryKey: ['menus'],
    queryFn: ({ signal }) => fetchMenus(signal),
    refetchOnWindowFocus: false,
  });
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <p>{t('text')}</p>
      <QueryContent query={menus}>{(written) => <Editor written={written} />}</QueryContent>
    </div>
  );
}

type MenuList = ReturnType<typeof useKeyedList<MenuEntry>>;

function Editor({ written }: { written: Written<Menus | null> }) {
  const t = useTranslations('adminContent');
  const before = written.content ?? DEFAULT_MENUS;
  const lists: Record<MenuName, MenuList> = {
    header: useKeyedList<MenuEntry>(() => before.header),
    browse: useKeyedList<MenuEntry>(() => before.browse),
    help: useKeyedList<MenuEntry>(() => before.help),
  };
  const mine: Menus = { header: lists.header.items, browse: lists.browse.items, help: lists.help.items };
  const { send, theirs, mistakes, takeTheirs, keepMine } = useSiteContent(written, {
    name: 'menus',
    fetch: () => fetchMenus(),
    publish: (version, content) => sendRequest('publishMenus', { body: { version, content } }),
    onLoad: (content) => MENUS.forEach((name) => lists[name].load((content ?? DEFAULT_MENUS)[name])),
  });
  return (
    <>
      <Publisher written={written} otherwise={t('menus.own')} />
      {theirs && (
        <TheirVersion
          name={theirs.actor ?? ''}
          theirs={<Summary menus={theirs.content ?? DEFAULT_MENUS} />}
          mine={<Summary menus={mine} />}
          onTake={takeTheirs}
          onKeep={keepMine}
        />
      )}
      {MENUS.map((name) => (
        <MenuFields key={name} name={name} menu={lists[name]} mistakes={mistakes} />
      ))}
      <div className="admin-actions">
        <button type="button" className="button" disabled={send.isPending} onClick={() => send.mutate(mine)}>
          {t('site.publish')}
        </button>
        {written.content && (
          <button
            type="button"
            className="button button-quiet"
            disabled={send.isPending}
            onClick={() => send.mutate(null)}
          >
            {t('menus.reset')}
          </button>
        )}
      </div>
    </>
  );
}

function Summary({ menus }: { menus: Menus }) {
  const t = useTranslations('adminContent.menus');
  return (
    <dl>
      {MENUS.map((name) => (
        <div key={name}>
          <dt>{t(`names.${name}`)}</dt>
          <dd>{menus[name].map(({ target, label }) => label?.en ?? targetText(target)).join(' · ')}</dd>
        </div>
      ))}
    </dl>
  );
}

type MenuFieldsProps = { name: MenuName; menu: MenuList; mistakes: Mistakes };

/** A menu in its order: by its buttons, or by dragging an entry to another one's place. */
function MenuFields({ name, menu: { list, add, change, remove, moveTo }, mistakes }: MenuFieldsProps) {
  const t = useTranslations('adminContent');
  return (
    <section className="admin-section" aria-labelledby={`menu-${name}`}>
      <h2 id={`menu-${name}`}>{t(`menus.names.${name}`)}</h2>
      <ol className="admin-sections">
        {list.map(({ key, item }, place) => (
          <li key={key} data-menu-place={`${name} ${place}`}>
            <fieldset className="form">
              <legend>{t('menus.entry', { place: place + 1 })}</legend>
              <PartMistakes at={`${name}.${place}`} mistakes={mistakes} />
              <MenuEntryFields entry={item} onChange={(entry) => change(key, entry)} />
              <div className="admin-actions">
                <DragHandle menu={name} onDrop={(to) => moveTo(key, to)} />
                <button type="button" className="button-plain" onClick={() => moveTo(key, place - 1)}>
                  {t('site.up')}
                </button>
                <button type="button" className="button-plain" onClick={() => moveTo(key, place + 1)}>
                  {t('site.down')}
                </button>
                <button type="button" className="button-plain" onClick={() => remove(key)}>
                  {t('site.remove')}
                </button>
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
      {list.length < MAX_MENU_ENTRIES ? (
        <button type="button" className="button button-quiet" onClick={() => add(NEW_ENTRY)}>
          {t('menus.add')}
        </button>
      ) : (
        <p className="field-hint">{t('menus.full', { most: MAX_MENU_ENTRIES })}</p>
      )}
    </section>
  );
}

/** Held and let go over another entry of its menu, it puts this one in that place; keys have buttons for it. */
function DragHandle({ menu, onDrop }: { menu: MenuName; onDrop: (place: number) => void }) {
  const t = useTranslations('adminContent.site');
  const drop = ({ clientX, clientY }: PointerEvent) => {
    const entry = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-menu-place]');
    const [over, place] = (entry?.dataset.menuPlace ?? '').split(' ');
    if (over === menu) onDrop(Number(place));
  };
  return (
    <button
      type="button"
      className="tool admin-drag"
      tabIndex={-1}
      aria-label={t('drag')}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerUp={drop}
    >
      <GripVertical aria-hidden="true" size={20} />
    </button>
  );
}
