import { expect, test } from 'vitest';
import { mergeDrafts, takeTheirs, type FormatDraft, type TitleDraft } from './title-draft.ts';

const format: FormatDraft = {
  id: 1,
  isbn: '9780141439587',
  format: 'paperback',
  list_price: '40.00',
  member_price: '36.00',
  pages: '',
  published: '',
  embargo: '',
  expected: '',
  availability: '',
  is_listed: true,
};
const base: TitleDraft = {
  title: 'Emma',
  subtitle: '',
  language: 'en',
  description: '',
  published: '1815',
  publisher: 'Murray',
  imprint: '',
  contributors: [{ name: 'Jane Austen', role: 'author' }],
  series: [],
  subjects: [],
  formats: [format],
};

test('what only one of two changed is taken, and where both did mine stays until theirs is chosen', () => {
  const mine = { ...base, title: 'Emma!', subtitle: 'A novel', formats: [{ ...format, list_price: '41.00' }] };
  const theirs = {
    ...base,
    title: 'Emma?',
    publisher: 'Penguin',
    formats: [{ ...format, list_price: '42.00', pages: '300' }],
  };
  const { draft, conflicts } = mergeDrafts({ base, mine, theirs });
  expect(draft).toEqual({
    ...base,
    title: 'Emma!',
    subtitle: 'A novel',
    publisher: 'Penguin',
    formats: [{ ...format, list_price: '41.00', pages: '300' }],
  });
  expect(conflicts).toEqual([
    { field: 'title', format: null, mine: 'Emma!', theirs: 'Emma?' },
    { field: 'list_price', format: 1, mine: '41.00', theirs: '42.00' },
  ]);
  const [first, second] = conflicts;
  expect(takeTheirs(takeTheirs(draft, theirs, first!), theirs, second!)).toEqual({
    ...draft,
    title: 'Emma?',
    formats: [{ ...format, list_price: '42.00', pages: '300' }],
  });
});

test('lists are one thing, and new formats of both stay', () => {
  const added = { ...format, id: 2, format: 'hardback' as const };
  const own = { ...format, id: null, format: 'audio_cd' as const };
  const people = [...base.contributors, { name: 'Mei Tan', role: 'editor' }];
  const mine = { ...base, contributors: people, formats: [format, own] };
  const theirs = { ...base, contributors: [], formats: [format, added] };
  const { draft, conflicts } = mergeDrafts({ base, mine, theirs });
  expect(draft.formats).toEqual([format, added, own]);
  expect(conflicts).toEqual([
    { field: 'contributors', format: null, mine: 'Jane Austen · author; Mei Tan · editor', theirs: '' },
  ]);
  expect(mergeDrafts({ base, mine: base, theirs: base })).toEqual({ draft: base, conflicts: [] });
});
