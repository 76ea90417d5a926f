// Objects that a statement of a migration removes from the running previous release, or locks for long.
import { outside, split } from './statements.mjs';

/**
 * Each with what to do instead. `contract`: a migration may do it as a contract step, once no release uses it any more;
 * all others hold a lock while every row is read or written.
 */
export const RULES = {
  drop: { contract: true, why: 'the release before still uses it' },
  rename: { contract: true, why: 'the release before knows it by its old name: add the new one beside it, write both' },
  'change type': {
    contract: true,
    why: 'it rewrites the table and the release before expects the old type: add a column',
  },
  'set not null': {
    contract: true,
    why: 'the release before may leave it empty; validate a check of "is not null" first, which spares reading the table under a lock',
  },
  'add required column': { contract: false, why: 'it fails where the table has rows: give it a constant default' },
  'non-constant default of': {
    contract: false,
    why: 'only a constant is known without writing every row: add the column without it',
  },
  'create index': { contract: false, why: 'it keeps writers out while it is built: create it concurrently' },
  'drop index': { contract: false, why: 'it waits for every reader: drop it concurrently' },
  'add constraint': {
    contract: false,
    why: 'every row is looked at under a lock: add it "not valid" and validate it in a statement of its own',
  },
  'run in a transaction': {
    contract: false,
    why: 'concurrently works without a transaction only: transaction = false',
  },
  'do to': { contract: false, why: 'what is done is known at run time only: write it out' },
  'do once': {
    contract: false,
    why: 'without a transaction a second try starts over: "if not exists", "or replace", or a drop "if exists" before it',
  },
};

const OBJECT = 'table|materialized view|view|function|procedure|aggregate|type|domain|sequence|schema';
/** A name, also with its schema or with a part that is known at run time only. */
const NAME = '((?:\\$\\{[^}]*\\}|[\\w.%])+)';
/** A literal, also cast or in a list: which PostgreSQL stores once for all existing rows. */
const CONSTANT = /^[-+]?('{2}|[\d.]+|true|false|null|array\[[^\]]*\])(::[\w. ]+(\[\])?)?$/i;
const CLAUSES = 'not null|null|constraint|check|unique|primary|references|generated|collate';
const DEFAULT = new RegExp(`\\bdefault (.+?)( (${CLAUSES})\\b.*)?$`, 'i');

/** `pattern` at the start of a text, with NAME and OBJECT, any letter case. */
const at = (pattern) => new RegExp(`^${pattern.replaceAll('NAME', NAME).replaceAll('OBJECT', `(${OBJECT})`)}`, 'i');

const ALTER_TABLE = at('alter table (?:if exists )?(?:only )?NAME (.*)');
const CREATE_INDEX = at('create (?:unique )?index (concurrently )?(if not exists )?(?:(?!on )NAME )?on (?:only )?NAME');
const CREATE_TABLE = at('create (?:unlogged )?table (if not exists )?NAME');
const CREATE_TRIGGER = at('create (or replace )?(?:constraint )?trigger NAME');
const DROP_INDEX = at('drop index (concurrently )?(?:if exists )?NAME');
const DROP = at('drop OBJECT (?:if exists )?(.*)');
const ALTER = at('alter OBJECT (?:if exists )?NAME.* (?:rename|set schema) ');
const DROPPED_FIRST = /\bdrop (\w+) (?:concurrently )?if exists (\S+)/i;

/** Actions of `alter table` that are violations anywhere in it: their rule, and what they do it to. */
const ACTIONS = [
  [at('(\\$\\{.*)'), 'do to', (table, what) => `table ${table}: ${what}`],
  [at('rename to '), 'rename', (table) => `table ${table}`],
  [at('rename constraint NAME'), 'rename', (table, name) => `constraint ${name} on ${table}`],
  [at('rename (?:column )?NAME'), 'rename', (table, name) => `column ${table}.${name}`],
  [at('set schema '), 'rename', (table) => `table ${table}`],
  [at('drop (?!constraint )(?:column )?(?:if exists )?NAME'), 'drop', (table, name) => `column ${table}.${name}`],
  [at('alter (?:column )?NAME set not null'), 'set not null', (table, name) => `column ${table}.${name}`],
  [at('alter (?:column )?NAME (?:set data )?type '), 'change type', (table, name) => `column ${table}.${name}`],
];
const ADD_CONSTRAINT = at('add (?:constraint NAME |(?=(?:primary|unique|check|foreign|exclude)\\b))(\\w+)');
const ADD_COLUMN = at('add (?:column )?(if not exists )?NAME (.*)');

/**
 * Violations of `RULES` by the statements of one migration: { rule, what }, `what` the object:
 * `column installs.tenants.name`. `inTransaction`: as the migration runs.
 */
export function findings(statements, inTransaction) {
  const file = new FileFindings(inTransaction, clearedBy(statements));
  for (const statement of statements) file.read(statement);
  return file.found;
}

/** Objects that a migration drops "if exists", so that it can make it again: `trigger moves`, without its schema. */
const clearedBy = (statements) =>
  statements.flatMap((statement) => {
    const [, kind, name] = DROPPED_FIRST.exec(statement) ?? [];
    return kind ? [`${kind} ${lastOf(name)}`] : [];
  });
const lastOf = (name) => name.split('.').at(-1);

class FileFindings {
  found = [];
  /** Objects that the migration itself made: nothing uses them yet. */
  made = new Set();

  constructor(inTransaction, cleared) {
    Object.assign(this, { inTransaction, cleared });
  }

  add(rule, what) {
    this.found.push({ rule, what });
  }

  /** A statement that a second attempt executes again. */
  repeatable(kind, name, isSafe) {
    if (this.inTransaction || isSafe) return;
    // A name that is known at run time only may be any name.
    const isCleared = this.cleared.some((one) => one === `${kind} ${lastOf(name)}` || one.startsWith(`${kind} \${`));
    if (!isCleared) this.add('do once', `${kind} ${name}`);
  }

  read(sql) {
    const when = (pattern, work) => {
      const match = pattern.exec(sql);
      if (match) work(...match.slice(1));
      return match !== null;
    };
    if (/^reindex (?!.*concurrently)/i.test(sql)) return this.add('create index', `again: ${sql.slice(8)}`);
    return (
      when(ALTER_TABLE, (table, actions) => this.alterTable(table, actions)) ||
      when(CREATE_INDEX, (alone, again, index, table) => this.createIndex(table, index ?? '', alone, again)) ||
      when(CREATE_TABLE, (again, name) => {
        this.made.add(name);
        this.repeatable('table', name, again);
      }) ||
      when(CREATE_TRIGGER, (replaces, name) => this.repeatable('trigger', name, replaces)) ||
      when(DROP_INDEX, (alone, name) => {
        if (!alone && !this.made.has(lastOf(name))) this.add('drop index', name);
        if (alone && this.inTransaction) this.add('run in a transaction', `index ${name}`);
      }) ||
      when(DROP, (kind, names) => {
        for (const [, name] of split(names, ',').map((one) => at('NAME').exec(one)))
          if (!this.made.has(name)) this.add('drop', `${kind.toLowerCase()} ${name}`);
      }) ||
      when(ALTER, (kind, name) => this.add('rename', `${kind.toLowerCase()} ${name}`))
    );
  }

  createIndex(table, index, concurrently, again) {
    const what = `${index || 'without a name'} on ${table}`;
    this.made.add(index);
    if (!concurrently && !this.made.has(table)) this.add('create index', what);
    if (concurrently && this.inTransaction) this.add('run in a transaction', what);
    this.repeatable('index', index, again);
  }

  alterTable(table, actions) {
    if (this.made.has(table)) return;
    for (const action of split(actions, ',')) {
      const [pattern, rule, what] = ACTIONS.find(([one]) => one.test(action)) ?? [];
      if (pattern) this.add(rule, what(table, ...pattern.exec(action).slice(1)));
      else if (ADD_CONSTRAINT.test(action)) this.addConstraint(table, action);
      else if (ADD_COLUMN.test(action)) this.addColumn(table, ...ADD_COLUMN.exec(action).slice(1));
    }
  }

  addConstraint(table, action) {
    const [, name, kind] = ADD_CONSTRAINT.exec(action);
    if (!/ (not valid|using index)\b/i.test(outside(action))) this.add('add constraint', `${name ?? kind} on ${table}`);
    if (name !== undefined) this.repeatable('constraint', name, false);
  }

  addColumn(table, again, name, type) {
    this.repeatable('column', `${table}.${name}`, again);
    const column = `column ${table}.${name}`;
    const value = DEFAULT.exec(type)?.[1];
    const has = (words) => new RegExp(`(^| )(${words})\\b`, 'i').test(outside(type));
    if ((value && !CONSTANT.test(value)) || has('generated') || /^(big|small)?serial\b/i.test(type))
      this.add('non-constant default of', column);
    if (has('not null') && !value && !has('generated')) this.add('add required column', column);
    if (has('check|unique|primary') || (value && has('references'))) this.add('add constraint', `within ${column}`);
  }
}
