/** Who sees a list: its owner alone, whoever has its secret link, or everybody. */
export const LIST_VISIBILITIES = ['private', 'link', 'public'] as const;
export type ListVisibility = (typeof LIST_VISIBILITIES)[number];

/** How many lists a customer may have, and titles on one of them. */
export const MAX_LISTS = 20;
export const MAX_LIST_TITLES = 200;

/** What a giver sees of a title on a gift list: nobody gives it, they do, or somebody else does. */
export type GiftState = 'free' | 'yours' | 'taken';

/** Givers are known by the hash of a secret in their browser, and by nothing else. */
export function giftState(takenBy: string | null, giver: string | undefined): GiftState {
  if (takenBy === null) return 'free';
  return takenBy === giver ? 'yours' : 'taken';
}
