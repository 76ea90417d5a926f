import { readdirSync, readFileSync } from 'node:fs';

const sources = new Map(
  readdirSync('libs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'))
    .map((file) => [file, readFileSync(`libs/${file}`, 'utf8')]),
);
const texts = [...sources.values()];
const all = (pattern: RegExp): string[] => texts.flatMap((text) => [...text.matchAll(pattern)].map((hit) => hit[1]!));

/** Encrypted, but in no table: a key that is gone ends a sign-in of minutes, or a link in a mail, which shall end then. */
const NOT_STORED = ['cookie', 'link'];

describe('whatever is encrypted can be re-encrypted with another key', () => {
  // `SealedBox.seal` takes the place of the value, so nothing is encrypted without naming its table.
  const tables = new Set(
    [...all(/\btable: '([\w.]+)',\s*rowId/g), ...all(/\browId[^}]*?\btable: '([\w.]+)'/g)].filter(
      (table) => !NOT_STORED.includes(table),
    ),
  );
  const ofColumns = all(/\bsealedStore\(\s*'([\w.]+)'/g).map((column) => ({
    name: `sealedStore\\('${column}', \\w+`,
    column,
  }));
  const ownStores = texts.flatMap((text) => {
    const name = /class (\w+) extends SealedStore\b/.exec(text)?.[1];
    return name ? [{ name, column: /\bsuper\(database, '([\w.]+)'/.exec(text)![1]! }] : [];
  });
  const stores = [...ofColumns, ...ownStores];

  it('every place that encrypts names its table', () => {
    const contexts = texts.filter((text) => /: SealContext\b/.test(text) && /\bpurpose: '/.test(text));
    for (const text of contexts) expect(text).toMatch(/\btable: '[\w.]+'/);
    expect(tables.size).toBeGreaterThan(4);
  });

  it('every table with encrypted values has a store that re-encrypts them', () => {
    const walked = stores.map(({ column }) => column.split('.').slice(0, 2).join('.'));
    expect([...tables].sort()).toEqual([...new Set(walked)].sort());
    for (const { column } of stores) expect(column).toMatch(/^\w+\.\w+\.\w+$/);
  });

  it('every such store is registered in a module and counted by the gauge', () => {
    const gauges = sources.get('platform/src/health/gauges.ts')!;
    const modules = [...sources].filter(([file]) => file.endsWith('.module.ts')).map(([, text]) => text);
    for (const { name, column } of stores) {
      expect([column, gauges.includes(`'${column}'`)]).toEqual([column, true]);
      // In the list of providers, not only imported.
      expect([
        name,
        modules.some((text) => new RegExp(`^\\s+${name},$|\\b${name}\\b[^;]*\\],`, 'm').test(text)),
      ]).toEqual([name, true]);
    }
  });
});
