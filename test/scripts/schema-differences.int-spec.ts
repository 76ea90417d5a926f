import { createDataSource } from '@portal/platform/database';
import { DataSource, EntitySchema, type EntitySchemaColumnOptions, type EntitySchemaOptions } from 'typeorm';
import { schemaDifferences } from '../../scripts/lib/schema-differences.mjs';
import { OwnDatabase } from '../support/database/database.js';

const TABLES = `
  create schema planted;
  create table planted.amounts (
    id uuid primary key,
    amount bigint not null default 0,
    currency text not null default 'usd',
    reasons text[] not null default '{}',
    note varchar(40),
    doubled bigint generated always as (amount * 2) stored,
    seq bigint generated always as identity
  );
  create index amounts_open on planted.amounts (currency) where note is null;
  create table planted.months (month date not null, id uuid not null, primary key (id, month)) partition by range (month);
  create table planted.months_2026 partition of planted.months for values from ('2026-01-01') to ('2027-01-01');`;

type Things = Record<string, unknown>;
const months = entity('months', {
  id: { type: 'uuid', primary: true },
  month: { type: 'date', primary: true },
});
const columns: Record<string, EntitySchemaColumnOptions> = {
  id: { type: 'uuid', primary: true },
  amount: { type: 'bigint', default: '0' },
  currency: { type: 'text', default: 'usd' },
  reasons: { type: 'text', array: true, default: '{}' },
  note: { type: 'varchar', length: 40, nullable: true },
  doubled: { type: 'bigint', nullable: true, insert: false, update: false },
  seq: { type: 'bigint', insert: false, update: false },
};
function entity(
  table: string,
  of: Record<string, EntitySchemaColumnOptions>,
  more: Partial<EntitySchemaOptions<Things>> = {},
): EntitySchema<Things> {
  return new EntitySchema({ name: `${table}-entity`, schema: 'planted', tableName: table, columns: of, ...more });
}
const amounts = (change: Record<string, EntitySchemaColumnOptions> = {}) =>
  entity('amounts', { ...columns, ...change });

describe('the comparison of tables and entities', () => {
  const database = OwnDatabase.forTests();

  beforeAll(async () => {
    await database.owner.query(TABLES);
  });

  /** Differences of the planted schema; the product's own tables have no entity here. */
  async function differences(...entities: EntitySchema<Things>[]): Promise<string[]> {
    const settings = { url: database.url, pool: 1, waitMs: 60_000, applicationName: 'test', role: 'portal_app' };
    const source = new DataSource({ ...createDataSource(settings).options, entities } as never);
    await source.initialize();
    try {
      return (await schemaDifferences(source)).filter((what) => what.includes('planted.'));
    } finally {
      await source.destroy();
    }
  }

  it('finds no difference where they agree, partitions and indexes apart', async () => {
    expect(await differences(amounts(), months)).toEqual([]);
  });

  it.each<[string, EntitySchema<Things>, string]>([
    ['a column of another type', amounts({ amount: { type: 'int', default: 0 } }), 'amount is bigint, the entity says'],
    ['a single value for an array', amounts({ reasons: { type: 'text', default: '{}' } }), 'reasons is text[]'],
    ['another length', amounts({ note: { type: 'varchar', length: 41, nullable: true } }), 'note is character varying'],
    ['null allowed where it is not', amounts({ amount: { ...columns.amount!, nullable: true } }), 'is not nullable'],
    ['null refused where it is not', amounts({ note: { type: 'varchar', length: 40 } }), 'note is nullable'],
    [
      'another default',
      amounts({ currency: { type: 'text', default: 'eur' } }),
      'has usd default, the entity says eur',
    ],
    ['no default', amounts({ currency: { type: 'text' } }), 'the entity says none'],
    ['a written generated column', amounts({ doubled: { type: 'bigint', nullable: true } }), 'is made by the database'],
    ['a column too many', amounts({ more: { type: 'text' } }), 'amounts.more does not exist'],
    ['another primary key', amounts({ amount: { ...columns.amount!, primary: true } }), 'the entity says (id, amount)'],
    [
      'no primary key',
      amounts({ id: { type: 'uuid' }, seq: { ...columns.seq!, primary: true } }),
      'has the primary key (id)',
    ],
  ])('finds %s', async (_, planted, message) => {
    const found = await differences(planted, months);
    expect(found.join('\n')).toContain(message);
  });

  it('finds a column that the entity lacks', async () => {
    const { note: _, ...fewer } = columns;
    expect(await differences(entity('amounts', fewer), months)).toContain(
      'amounts-entity: planted.amounts.note is not in the entity',
    );
  });

  it('finds a table without an entity, an entity without a table and two entities of one table', async () => {
    expect(await differences(amounts(), entity('years', { id: { type: 'uuid', primary: true } }))).toEqual([
      'years-entity: there is no table planted.years',
      'planted.months has no entity',
    ]);
    const twice = entity('months', { id: { type: 'uuid', primary: true } }, { name: 'second' });
    expect(await differences(amounts(), months, twice)).toContain('planted.months has a second entity, second');
  });

  it('is a difference when nothing was compared', async () => {
    const source = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    try {
      expect((await schemaDifferences(source)).at(-1)).toBe(
        'only 0 mapped columns were seen: the entities were not loaded',
      );
    } finally {
      await source.destroy();
    }
  });
});
