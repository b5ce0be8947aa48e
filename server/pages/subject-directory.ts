import type { SubjectTree } from '#contract/products.ts';

/** The top level as most bookshops order it; the alphabet of codes would put fiction fourth. */
const ORDER = 'FYDNQPAWXVJKRUSCTGML';
/** The widest screens show so many in a row, narrower ones a half or a third. */
const PER_ROW = 6;
const MAX_CHILDREN = 8;

/** What the home page lists of the tree: whole rows of top-level subjects, each with its largest subjects. */
export function subjectDirectory(tree: SubjectTree): SubjectTree {
  const shown = Math.floor(tree.length / PER_ROW) * PER_ROW || tree.length;
  return tree
    .toSorted((a, b) => ORDER.indexOf(a.code) - ORDER.indexOf(b.code))
    .slice(0, shown)
    .map((top) => ({ ...top, children: top.children.toSorted((a, b) => b.count - a.count).slice(0, MAX_CHILDREN) }));
}
