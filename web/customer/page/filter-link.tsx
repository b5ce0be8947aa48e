import type { MouseEvent } from 'react';
import { Link, useNavigate, type LinkProps } from 'react-router';
import { SHOWN_AT_ONCE } from './use-filter.ts';

/** A link that sets filters of the list on this page; see {@link SHOWN_AT_ONCE}. */
export function FilterLink(props: Pick<LinkProps, 'to' | 'className' | 'aria-current' | 'children'>) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(props.to, { replace: event.currentTarget.href === window.location.href, ...SHOWN_AT_ONCE });
  };
  return <Link {...props} onClick={follow} />;
}
