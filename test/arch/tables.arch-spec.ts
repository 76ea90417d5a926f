import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const LIBS = path.resolve(__dirname, '../../libs');
/** Schema of each lib that has tables. */
const OWNERS: Record<string, string> = {
  platform: 'platform',
  identity: 'identity',
  secrets: 'secrets',
  ledger: 'ledger',
  stripe_gateway: 'stripe-gateway',
  authors: 'authors',
  listings: 'listings',
  installs: 'installs',
  billing: 'billing',
  payouts: 'payouts',
  reconciliation: 'reconciliation',
  statements: 'statements',
  webhooks: 'webhooks',
};
const WRITE = /\b(?:insert\s+into|update|delete\s+from|truncate|copy)\s+(?:only\s+)?([a-z_]+)\.([a-z_]+)/gi;

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(spec|int-spec)\.ts$/.test(file))
    .map((file) => path.join(folder, file));
}

function foreignWrites(lib: string, text: string): string[] {
  return [...text.matchAll(WRITE)]
    .filter(([, schema]) => OWNERS[schema!.toLowerCase()] !== undefined && OWNERS[schema!.toLowerCase()] !== lib)
    .map(([statement]) => statement);
}

describe('a table is written only by the lib that owns it', () => {
  it('the search for writes finds a planted one', () => {
    expect(foreignWrites('billing', 'await tx.query(`insert into ledger.ledger_tx (id) values ($1)`)')).toHaveLength(1);
    expect(
      foreignWrites('billing', 'update\n  installs.installs set state = 1; delete from only payouts.payouts'),
    ).toHaveLength(2);
    expect(foreignWrites('billing', 'insert into billing.invoices; select 1 from ledger.ledger_tx for update')).toEqual(
      [],
    );
  });

  const libs = readdirSync(LIBS);
  it.each(libs)('%s writes no table of another lib', (lib) => {
    const found = sources(path.join(LIBS, lib)).flatMap((file) =>
      foreignWrites(lib, readFileSync(file, 'utf8')).map((w) => `${path.relative(LIBS, file)}: ${w}`),
    );
    expect(found).toEqual([]);
  });

  it('no lib exports an entity, with which another could write without SQL', () => {
    const indexes = libs.flatMap((lib) => sources(path.join(LIBS, lib))).filter((file) => file.endsWith('/index.ts'));
    expect(indexes.length).toBeGreaterThan(libs.length);
    expect(indexes.filter((file) => /\w+Entity\b|\.entity\.js/.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('every owner writes its tables, so that the search covers the right files', () => {
    const writers = libs.filter((lib) =>
      sources(path.join(LIBS, lib)).some((file) => [...readFileSync(file, 'utf8').matchAll(WRITE)].length > 0),
    );
    expect(writers).toEqual(expect.arrayContaining(['platform', 'installs', 'billing', 'listings']));
  });
});
