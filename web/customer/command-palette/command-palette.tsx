import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useState, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Suggestion } from '#contract/products.ts';
import { foldForSearch } from '#domain/catalogue/text.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { customerAreaPath, menuFor } from '../shell/menu-items.ts';
import { useShopPath } from '../shell/locale.tsx';

type CommandPaletteProps = { isOpen: boolean; onClose: () => void; isMember: boolean };

/** Searches pages, orders and books in one field. The query is stored nowhere. */
export function CommandPalette({ isOpen, onClose, isMember }: CommandPaletteProps) {
  const t = useTranslations('area.commandPalette');
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Viewport className="command-palette-viewport">
          <Dialog.Popup className="command-palette" aria-label={t('title')}>
            <SearchInput isOpen={isOpen} isMember={isMember} onClose={onClose} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function SearchInput({ isOpen, isMember, onClose }: CommandPaletteProps) {
  const t = useTranslations('area.commandPalette');
  const close = useTranslations('customer.site')('close');
  const [typed, setTyped] = useQueryText(isOpen);
  const { groups, isSearching } = useSearchResults(typed, isMember);
  const go = useOpenResult(onClose);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      value={typed}
      onValueChange={(value, { reason }) => reason !== 'item-press' && setTyped(value)}
      itemToStringValue={(result: SearchResult) => result.label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="command-palette-head">
        <Search aria-hidden="true" size={20} />
        <Autocomplete.Input
          className="command-palette-input"
          aria-label={t('label')}
          placeholder={t('label')}
          maxLength={200}
        />
        <Dialog.Close className="tool" aria-label={close}>
          <X aria-hidden="true" size={20} />
        </Dialog.Close>
      </div>
      <Autocomplete.Status className="visually-hidden">
        {isSearching ? '' : t('resultCount', { count })}
      </Autocomplete.Status>
      <Autocomplete.List className="command-palette-list">
        {(group: SearchResultGroup) => <ResultGroup key={group.value} group={group} onSelect={go} />}
      </Autocomplete.List>
      <p className="command-palette-hint">{count === 0 && !isSearching ? t('noResults', { typed }) : t('hint')}</p>
    </Autocomplete.Root>
  );
}

/** The query; empty when the palette is reopened while it is closing. */
function useQueryText(isOpen: boolean) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  const [typed, setTyped] = useState('');
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setTyped('');
  }
  return [typed, setTyped] as const;
}

function ResultGroup({ group, onSelect }: { group: SearchResultGroup; onSelect: (result: SearchResult) => void }) {
  const t = useTranslations('area.commandPalette.groups');
  return (
    <Autocomplete.Group items={group.items} className="command-palette-group">
      <Autocomplete.GroupLabel className="command-palette-label">{t(group.value)}</Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(result: SearchResult) => (
          <Autocomplete.Item
            key={result.id}
            value={result}
            className="command-palette-item"
            onClick={() => onSelect(result)}
          >
            <span>
              <bdi>{result.label}</bdi>
            </span>
            {result.detail && (
              <small>
                <bdi>{result.detail}</bdi>
              </small>
            )}
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  );
}

/** A page of the customer area is navigated to; one of the shop is loaded as a document. */
function useOpenResult(onClose: () => void): (finding: SearchResult) => void {
  const navigate = useNavigate();
  return ({ to, href }) => {
    onClose();
    if (to) void navigate(to);
    else if (href) location.assign(href);
  };
}

/** A result: a page of the customer area (`to`) or of the shop (`href`). */
export type SearchResult = { id: string; label: string; detail?: string | undefined; to?: string; href?: string };
export type SearchResultGroup = { value: 'pages' | 'orders' | 'books'; items: SearchResult[] };

const DEBOUNCE_MS = 150;
const MAX_ORDERS = 5;
/** The longest query sent to the orders' search. */
const MAX_QUERY_LENGTH = 100;
/** Shorter queries would match too many books and orders. */
const MIN_QUERY_LENGTH = 2;

/** The results of a query: pages at once, orders and books after a debounce. Without a query, every page. */
export function useSearchResults(
  typed: string,
  isMember: boolean,
): { groups: SearchResultGroup[]; isSearching: boolean } {
  const query = useDebounced(typed.trim());
  const isEnough = query.length >= MIN_QUERY_LENGTH;
  const pages = usePageResults(isMember);
  const orders = useOrderResults(query, isMember && isEnough);
  const books = useBookResults(query, isEnough);
  const groups: SearchResultGroup[] = [
    { value: 'pages', items: pages.filter(({ label }) => matches(label, typed)) },
    { value: 'orders', items: isEnough ? orders.items : [] },
    { value: 'books', items: isEnough ? books.items : [] },
  ];
  const isSearching = query !== typed.trim() || orders.isFetching || books.isFetching;
  return { groups: groups.filter(({ items }) => items.length > 0), isSearching };
}

/** Whether every word of the query begins a word of the text. */
function matches(text: string, typed: string): boolean {
  const words = ` ${foldForSearch(text)}`;
  return foldForSearch(typed)
    .split(' ')
    .every((word) => words.includes(` ${word}`));
}

function usePageResults(isMember: boolean): SearchResult[] {
  const t = useTranslations('area.menu');
  const shop = useShopPath();
  return menuFor(isMember)
    .flatMap(({ items }) => items)
    .map((item) => {
      const to = customerAreaPath(item);
      return { id: item.name, label: t(item.name), ...(to ? { to } : { href: shop(item.shopPath!) }) };
    });
}

function useOrderResults(query: string, isWanted: boolean): { items: SearchResult[]; isFetching: boolean } {
  const t = useTranslations('area.orders');
  const states = useTranslations('common.orderStates');
  const { data = [], isFetching } = useQuery({
    queryKey: ['orders', 'found', query],
    queryFn: ({ signal }) =>
      sendRequest('listOrders', { query: { q: query.slice(0, MAX_QUERY_LENGTH), limit: MAX_ORDERS }, signal }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  const items = data.map((order) => ({
    id: order.id,
    label: t('number', { number: order.number }),
    detail: `${states(order.status)} · ${order.lines.map(({ title }) => title).join(', ')}`,
    to: `/my-orders?order=${order.number}`,
  }));
  return { items, isFetching };
}

function useBookResults(query: string, isWanted: boolean): { items: SearchResult[]; isFetching: boolean } {
  const t = useTranslations('area.commandPalette');
  const shop = useShopPath();
  const { data, isFetching } = useQuery({
    queryKey: ['suggest', query],
    queryFn: ({ signal }) => sendRequest('suggest', { query: { q: query }, signal }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  const all = {
    id: 'all',
    label: t('allBooks', { typed: query }),
    href: shop(`/browse?q=${encodeURIComponent(query)}`),
  };
  const found = (data?.items ?? []).map((item) => ({
    id: item.href,
    label: item.text,
    detail: detailOf(item, t),
    href: shop(item.href),
  }));
  return { items: [...found, all], isFetching };
}

function detailOf({ kind, detail }: Suggestion, t: ReturnType<typeof useTranslations<'area.commandPalette'>>) {
  return kind === 'title' ? detail : t(`kinds.${kind}`);
}

/** The text once it has not changed for a moment. */
function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
