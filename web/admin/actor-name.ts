import { useTranslations } from 'use-intl';

const ACTORS = ['customer', 'stripe', 'deadline', 'operator'] as const;

/** Who did something: by name, or one of those who have none, in the reader's language. */
export function useActorName(): (actor: string) => string {
  const t = useTranslations('admin.order.actors');
  return (actor) => {
    const known = ACTORS.find((one) => one === actor);
    return known ? t(known) : `\u2068${actor}\u2069`;
  };
}
