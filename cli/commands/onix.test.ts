import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onixShop } from '../../tests/onix-shop.ts';
import { onixMessage, onixRecord } from '../../tests/onix-writer.ts';

const { deps, run, folder, write, importRecords, everything, variants } = await onixShop();

const HARDBACK = '9780141395203';

test('a dry run lists what would change and writes nothing', async () => {
  await importRecords([onixRecord(), onixRecord({ reference: 'gone', isbn: HARDBACK, title: 'Gone' })]);
  const before = await everything();
  const records = [
    onixRecord({ price: '45.00', title: 'Emma, revised' }),
    [
      ['RecordReference', 'gone'],
      ['NotificationType', '05'],
    ] as const,
    onixRecord({ reference: 'new', isbn: null, title: 'New' }),
    '<Product><RecordReference>broken</Product>',
  ];
  const file = write({ records, sentAt: '20261102' });
  const { text, data } = await run('import', 'onix', file, '--dry-run');
  expect(text).toContain(
    '~ ref-1  Emma, revised\n    title: Emma → Emma, revised\n    list price: RM 39.90 → RM 45.00\n',
  );
  expect(text).toContain('- gone  Gone\n+ new  New\n    title: New\n');
  expect(data).toMatchObject({ dry_run: true, added: 1, changed: 1, delisted: 1, quarantined: 1, report: null });
  expect(await everything()).toEqual(before);
});

test('a message that would empty the shop stops before it changes anything', async () => {
  await importRecords([onixRecord(), onixRecord({ reference: 'ref-2', isbn: HARDBACK, form: 'BB' })]);
  const file = write({
    records: [
      onixRecord({ reference: 'ref-3', isbn: null, title: 'New' }),
      [
        ['RecordReference', 'ref-1'],
        ['NotificationType', '05'],
      ],
    ],
    sentAt: '20261102',
  });
  await expect(run('import', 'onix', file)).rejects.toThrow(
    'Test Press would take 1 of its 2 listed titles out of the shop. Nothing was changed. Repeat with --confirm-delists',
  );
  expect(await variants()).toMatchObject([{ listed: true }, { listed: true }]);
  expect((await run('import', 'onix', file, '--confirm-delists')).data).toMatchObject({ delisted: 1, added: 1 });
});

test('issues are in a report in the data folder, as safe cells', async () => {
  const file = write({ records: ['<Product><RecordReference>=1+1</RecordReference></Product>', onixRecord()] });
  const { data } = await run('import', 'onix', file);
  const { report } = data as { report: string };
  expect(report.startsWith(deps.config.dataDir)).toBe(true);
  const [head, first] = readFileSync(report, 'utf8').split('\n');
  expect(head).toBe('file,line,reference,kind,reason,what_to_do');
  expect(first).toMatch(/^message-\d+\.xml,4,'=1\+1,quarantined,It has no NotificationType\.,Send the reason/);
  await run('import', 'onix', write({ records: [onixRecord()] }));
  expect(existsSync(report)).toBe(true);
});

test('a folder is imported in the order of sending, whatever the files are called', async () => {
  const inbox = join(folder, 'inbox');
  mkdirSync(inbox);
  writeFileSync(join(inbox, 'a.xml'), onixMessage({ records: [onixRecord({ title: 'Second' })], sentAt: '20261102' }));
  writeFileSync(join(inbox, 'b.xml'), onixMessage({ records: [onixRecord({ title: 'First' })], sentAt: '20261101' }));
  writeFileSync(join(inbox, 'readme.txt'), 'not a message');
  expect((await run('import', 'onix', inbox)).data).toMatchObject({ read: 2, added: 1, changed: 1 });
  writeFileSync(join(inbox, 'c.xml'), '<html></html>');
  await expect(run('import', 'onix', inbox)).rejects.toThrow('c.xml: It is not an ONIX message');
});

test.each([
  ['hello', 'It is not an ONIX message: there is no ONIXMessage.'],
  [onixMessage({ release: '2.1', records: [] }), 'It is ONIX 2.1; the shop reads 3.0 and 3.1.'],
  [onixMessage({ sentAt: 'yesterday', records: [] }), 'Its SentDateTime "yesterday" is no time'],
  [onixMessage({ sender: '', records: [] }), 'Its header names no sender'],
])('a file that is no message we read changes nothing: %#', async (text, sentence) => {
  await expect(run('import', 'onix', write(text))).rejects.toThrow(sentence);
});
