import { migrationProblems } from '../../scripts/check/migrations/check.mjs';

const FILE = '1999000000001-installs-planted.ts';
const EARLIER = {
  name: '1998000000001-installs-earlier.ts',
  text: '/** db/installs/tables.sql */ export class Earlier1998000000001 {}',
};

interface Planted {
  readonly comment?: string;
  readonly fields?: string;
  readonly top?: string;
  readonly known?: Record<string, string>;
}
/** Problems of a migration whose `up` has these statements, without the name of its file. */
const problems = (
  sql: string | readonly string[],
  { comment = 'db/installs/tables.sql', fields = '', top = '', known = {} }: Planted = {},
): string[] => {
  const calls = [sql].flat().map((text) => `await q.query(\`${text}\`);`);
  const text = `import type { MigrationInterface, QueryRunner } from 'typeorm';
    ${top}
    /** ${comment} */
    export class Planted1999000000001 implements MigrationInterface {
      ${fields}
      async up(q: QueryRunner) { ${calls.join('\n')} }
      async down(q: QueryRunner) { await q.query('drop table installs.tenants'); }
    }`;
  return migrationProblems([EARLIER, { name: FILE, text }], { [FILE]: known }).map((problem) =>
    problem.replace(`apps/migrate/src/migrations/${FILE}: `, ''),
  );
};
/** Only the violation, without its reason. */
const found = (sql: string | readonly string[], planted?: Planted): string[] =>
  problems(sql, planted).map((problem) => problem.split(': ')[0]!);

const ALONE = { fields: 'readonly transaction = false;' };

describe('a migration is refused when it', () => {
  it.each([
    ['alter table installs.tenants drop column name', 'drop column installs.tenants.name'],
    [
      'alter table if exists only installs.tenants drop if exists name, add a text',
      'drop column installs.tenants.name',
    ],
    ['DROP TABLE IF EXISTS installs.tenants CASCADE', 'drop table installs.tenants'],
    ['/* gone */ drop table -- old\n installs.tenants', 'drop table installs.tenants'],
    ['drop function billing.month_end(date)', 'drop function billing.month_end'],
    ['drop materialized view a.b', 'drop materialized view a.b'],
    ['alter table "installs"."tenants" rename to customers', 'rename table installs.tenants'],
    ['alter table installs.tenants rename name to title', 'rename column installs.tenants.name'],
    ['alter table installs.tenants rename column name to title', 'rename column installs.tenants.name'],
    ['alter table a.b rename constraint c to d', 'rename constraint c on a.b'],
    ['alter table installs.tenants set schema other', 'rename table installs.tenants'],
    ['alter function a.f(int) rename to g', 'rename function a.f'],
    ['alter table installs.tenants alter column name set not null', 'set not null column installs.tenants.name'],
    ['alter table installs.tenants alter name type varchar(9)', 'change type column installs.tenants.name'],
    ['alter table installs.tenants alter name set data type text', 'change type column installs.tenants.name'],
    ['alter table a.b add column c text not null', 'add required column column a.b.c'],
    ['alter table a.b add c uuid default gen_random_uuid()', 'non-constant default of column a.b.c'],
    ['alter table a.b add c timestamptz default now() not null', 'non-constant default of column a.b.c'],
    ['alter table a.b add c bigint generated always as (d * 2) stored', 'non-constant default of column a.b.c'],
    ['alter table a.b add c bigserial', 'non-constant default of column a.b.c'],
    ["alter table a.b add c text default 'x' check (c <> '')", 'add constraint within column a.b.c'],
    ['alter table a.b add c text unique', 'add constraint within column a.b.c'],
    ['create index c on a.b (d)', 'create index c on a.b'],
    ['create unique index on only a.b (d)', 'create index without a name on a.b'],
    ['reindex table a.b', 'create index again'],
    ['drop index a.c', 'drop index a.c'],
    ['create index concurrently c on a.b (d)', 'run in a transaction c on a.b'],
    ["alter table a.b add constraint c check (d in ('x', 'not valid'))", 'add constraint c on a.b'],
    ['alter table a.b add constraint c foreign key (d) references e', 'add constraint c on a.b'],
    ['alter table a.b add unique (d)', 'add constraint unique on a.b'],
    ['select 1; alter table a.b drop c', 'drop column a.b.c'],
    ['do $do$ begin if true then alter table a.b drop c; end if; end $do$', 'drop column a.b.c'],
    ["do $$ begin execute format('drop table %I', 'a'); end $$", 'drop table %I'],
  ])('contains %s', (sql, what) => expect(found(sql)).toContain(what));

  it('hides the statement in a text elsewhere in the file, in pieces, or in a name that is known at run time only', () => {
    expect(found('${SQL}', { top: `const SQL = ['drop table a.b'];` })).toEqual(['drop table a.b']);
    expect(found('${SQL}', { top: `const SQL = 'alter table a.b ' + (true ? '' : '') + 'drop column c';` })).toEqual([
      'do to table a.b',
    ]);
    expect(found('${SQL}', { top: `const SQL = 'drop ' + 'table a.b';` })).toEqual(['drop table a.b']);
    expect(found('drop table ${schema}.${one.name}')).toEqual(['drop table ${schema}.${one.name}']);
    expect(found('select 1', { top: `import { SQL } from './other.js';` })).toEqual([
      expect.stringMatching(/^imports/),
    ]);
  });

  it('does not name the file that it changes', () =>
    expect(problems('select 1', { comment: 'Adds a column to installs.tenants.' })).toEqual([
      'names no file that it changes: db/<lib>/tables.sql, in the comment of its class',
    ]));

  it('cannot be repeated although it runs without a transaction', () => {
    const sql = [
      'create table a.b (c int)',
      'create index concurrently d on e.f (g)',
      'alter table e.f add column g text',
      'create trigger h before insert on e.f for each row execute function i()',
      'alter table e.f add constraint j check (k > 0) not valid',
    ];
    expect(found(sql, ALONE)).toEqual(
      ['table a.b', 'index d', 'column e.f.g', 'trigger h', 'constraint j'].map((what) => `do once ${what}`),
    );
  });
});

describe('a migration is accepted when it', () => {
  it('only adds', () =>
    expect(
      problems([
        `alter table a.b add column c text, add d integer not null default -1, add e jsonb default '{}'::jsonb,
           add f text[] default array['x']::text[] not null, add g boolean not null default false, add h uuid references i.j`,
        "alter table a.b add constraint k check (c <> '') not valid",
        'alter table a.b validate constraint k',
        'alter table a.b drop constraint l, alter column m drop not null, alter n set default gen_random_uuid()',
        'create table a.new (id uuid primary key default gen_random_uuid(), n int not null unique check (n > 0))',
        'create index new_n on a.new (n)',
        'alter table a.new add constraint n2 check (n < 9), drop column n',
        "insert into a.new (id) values ('drop table a.b; alter table a.b drop c')",
        'create or replace function a.f() returns trigger language plpgsql as $$ begin drop table a.b; end $$',
        "comment on table a.b is 'rename to'",
        'drop table a.new',
      ]),
    ).toEqual([]));

  it('builds indexes concurrently, and can start again', () =>
    expect(
      problems(
        [
          'create unique index concurrently if not exists c on a.b (d)',
          'drop index concurrently if exists a.e',
          'create index concurrently e on a.b (f)',
          'alter table a.b add column if not exists g text',
          'alter table a.b drop constraint if exists h',
          'alter table a.b add constraint h check (g is not null) not valid',
          'create or replace trigger i before insert on a.b for each row execute function j()',
          'create table if not exists a.k (l int)',
        ],
        ALONE,
      ),
    ).toEqual([]));

  it('says for each removal since which migration nothing needs what it removes', () => {
    const step = (expandedBy: string, ...removes: string[]): Planted => ({
      fields: `readonly contract = { expandedBy: '${expandedBy}', removes: ${JSON.stringify(removes)} };`,
    });
    const sql = ['alter table a.b drop column c', 'alter table a.b alter d set not null'];
    const all = ['drop column a.b.c', 'set not null column a.b.d'];
    expect(problems(sql, step('Earlier1998000000001', ...all))).toEqual([]);
    // One statement more, added later, is not covered; a removed one is not left behind.
    expect(found([...sql, 'drop table a.e'], step('Earlier1998000000001', ...all))).toEqual(['drop table a.e']);
    expect(problems(sql[0]!, step('Earlier1998000000001', ...all))).toEqual([`does not ${all[1]} (any more)`]);
    expect(problems(sql, step('Planted1999000000001', ...all))).toEqual([
      'contract.expandedBy names Planted1999000000001, which is no earlier migration',
    ]);
    // Long locks are no matter of releases.
    expect(found('create index c on a.b (d)', step('Earlier1998000000001', 'create index c on a.b'))).toContain(
      'create index c on a.b',
    );
  });

  it('is in the list of known ones with a reason, and the list has no other entry', () => {
    const known = { 'create index c on a.b': 'three rows' };
    expect(problems('create index c on a.b (d)', { known })).toEqual([]);
    expect(problems('select 1', { known })).toEqual(['does not create index c on a.b (any more)']);
    expect(migrationProblems([EARLIER], { 'gone.ts': {} })).toEqual([
      'scripts/check/migrations/known.mjs: there is no gone.ts',
    ]);
  });
});
