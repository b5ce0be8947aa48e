import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { listOrders } from '#contract/orders.ts';
import { suggest, type Suggestion } from '#contract/products.ts';
import { foldForSearch } from '#domain/words.ts';
import { call } from '../../browser/client.ts';
import { areaPath, menuFor } from '../frame/menu-items.ts';
import { useShopPath } from '../use-shop-path.ts';

/** Something that can be gone to: a page of this area (`to`) or of the shop (`href`). */
export type Finding = { id: string; label: string; detail?: string | undefined; to?: string; href?: string };
export type FindingGroup = { value: 'pages' | 'orders' | 'books'; items: Finding[] };

const TYPING_PAUSE = 150;
const MOST_ORDERS = 5;
/** More than this nobody looks for an order by. */
const LONGEST = 100;
/** Fewer letters than these mean too many books and orders. */
const FEWEST = 2;

/** What fits what was typed: pages at once, orders and books a moment later. Nothing typed: every page. */
export function useFindings(typed: string, isMember: boolean): { groups: FindingGroup[]; isSearching: boolean } {
  const asked = useSettled(typed.trim());
  const isEnough = asked.length >= FEWEST;
  const pages = usePages(isMember);
  const orders = useOrders(asked, isMember && isEnough);
  const books = useBooks(asked, isEnough);
  const groups: FindingGroup[] = [
    { value: 'pages', items: pages.filter(({ label }) => fits(label, typed)) },
    { value: 'orders', items: isEnough ? orders.items : [] },
    { value: 'books', items: isEnough ? books.items : [] },
  ];
  const isSearching = asked !== typed.trim() || orders.isFetching || books.isFetching;
  return { groups: groups.filter(({ items }) => items.length > 0), isSearching };
}

/** Every word that was typed begins a word of the text. */
function fits(text: string, typed: string): boolean {
  const words = ` ${foldForSearch(text)}`;
  return foldForSearch(typed)
    .split(' ')
    .every((word) => words.includes(` ${word}`));
}

function usePages(isMember: boolean): Finding[] {
  const t = useTranslations('area.menu');
  const shop = useShopPath();
  return menuFor(isMember)
    .flatMap(({ items }) => items)
    .map((item) => {
      const to = areaPath(item);
      return { id: item.name, label: t(item.name), ...(to ? { to } : { href: shop(item.shopPath!) }) };
    });
}

function useOrders(asked: string, isWanted: boolean): { items: Finding[]; isFetching: boolean } {
  const t = useTranslations('area.orders');
  const states = useTranslations('common.orderStates');
  const { data = [], isFetching } = useQuery({
    queryKey: ['orders', 'found', asked],
    queryFn: ({ signal }) => call(listOrders, { query: { q: asked.slice(0, LONGEST), limit: MOST_ORDERS }, signal }),
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

function useBooks(asked: string, isWanted: boolean): { items: Finding[]; isFetching: boolean } {
  const t = useTranslations('area.palette');
  const shop = useShopPath();
  const { data, isFetching } = useQuery({
    queryKey: ['suggest', asked],
    queryFn: ({ signal }) => call(suggest, { query: { q: asked }, signal }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  const all = { id: 'all', label: t('all', { typed: asked }), href: shop(`/browse?q=${encodeURIComponent(asked)}`) };
  const found = (data?.items ?? []).map((item) => ({
    id: item.href,
    label: item.text,
    detail: detailOf(item, t),
    href: shop(item.href),
  }));
  return { items: [...found, all], isFetching };
}

function detailOf({ kind, detail }: Suggestion, t: ReturnType<typeof useTranslations<'area.palette'>>) {
  return kind === 'title' ? detail : t(`kinds.${kind}`);
}

/** A text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
