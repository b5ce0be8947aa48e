import type { Statements } from './statements.ts';

type Neighbours = { same?: number; before?: number; after?: number };

/** The titles of the search index as they are sorted, without the articles that their languages skip. */
export class Titles {
  readonly #file: Statements;

  constructor(file: Statements) {
    this.#file = file;
  }

  /** Titles that are not found by how they are sorted are kept beside. */
  add(rank: number, { title, titleSort }: { title: string; titleSort: string }): void {
    this.#file.run('INSERT OR REPLACE INTO title VALUES (?, ?)', titleSort, rank);
    this.addOther(rank, { title, titleSort });
  }

  addOther(rank: number, { title, titleSort }: { title: string; titleSort: string }): void {
    if (title !== titleSort && withoutFirstWord(title) !== titleSort)
      this.#file.run('INSERT OR REPLACE INTO other_title VALUES (?, ?)', title, rank);
  }

  delete(rank: number, { title, titleSort }: { title: string; titleSort: string }): void {
    this.#file.run('DELETE FROM title WHERE sort = ? AND rank = ?', titleSort, rank);
    this.#file.run('DELETE FROM other_title WHERE title = ? AND rank = ?', title, rank);
  }

  /** The ranks of products with just this title, with or without its article; `titleOf` says a rank's. */
  find(title: string, titleOf: (rank: number) => string): number[] {
    const sorted = (sort: string) =>
      this.#file.all<{ rank: number }>('SELECT rank FROM title WHERE sort = ? LIMIT 1000', sort);
    const other = this.#file.all<{ rank: number }>('SELECT rank FROM other_title WHERE title = ? LIMIT 1000', title);
    const shortened = withoutFirstWord(title);
    const withArticle = shortened ? sorted(shortened).filter(({ rank }) => titleOf(rank) === title) : [];
    const ranks = new Set([...sorted(title), ...other, ...withArticle].map(({ rank }) => rank));
    return [...ranks].toSorted((a, b) => a - b);
  }

  /** Each rank with the place of its title among all; equal titles have equal places. */
  *order(): Iterable<[rank: number, place: number]> {
    let [place, last] = [0, ''];
    for (const { sort, rank } of this.#file.iterate<{ sort: string; rank: number }>(
      'SELECT sort, rank FROM title ORDER BY sort',
    )) {
      if (sort !== last || place === 0) place += 1;
      last = sort;
      yield [rank, place];
    }
  }

  /** The ranks of another product with this title, and of the titles before and after it in sorting. */
  neighbours(rank: number, titleSort: string): Neighbours {
    const find = (condition: string) =>
      this.#file.get<{ rank: number }>(
        `SELECT rank FROM title WHERE rank <> ? AND sort ${condition} LIMIT 1`,
        rank,
        titleSort,
      )?.rank;
    const same = find('= ?');
    if (same !== undefined) return { same };
    const [before, after] = [find('< ? ORDER BY sort DESC'), find('> ? ORDER BY sort')];
    return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  }
}

function withoutFirstWord(title: string): string {
  return title.slice(title.indexOf(' ') + 1 || title.length);
}
