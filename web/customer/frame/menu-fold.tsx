import { ChevronDown } from 'lucide-react';
import { useId, useSyncExternalStore, type ReactNode } from 'react';
import { closedGroups, onMenuShape, toggleGroup } from './menu-shape.ts';

/** A part of the menu that folds within 300 ms (specification, section 9). */
export function Fold({ name, title, list }: { name: string; title: string; list: ReactNode }) {
  const id = useId();
  const isClosed = useSyncExternalStore(onMenuShape, closedGroups).has(name);
  return (
    <section className="menu-group">
      <h2>
        <button type="button" aria-expanded={!isClosed} aria-controls={id} onClick={() => toggleGroup(name)}>
          {title}
          <ChevronDown aria-hidden="true" size={16} />
        </button>
      </h2>
      <div id={id} className="menu-fold" data-closed={isClosed || undefined}>
        {list}
      </div>
    </section>
  );
}
