// Objects that a statement of a migration removes from the running previous release, or locks for long.
import { Reader, split } from './statements.mjs';

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
  'do to': { contract: false, why: 'what is done only a run knows: write it out' },
  'do once': {
    contract: false,
    why: 'without a transaction a second try begins anew: "if not exists", "or replace", or a drop "if exists" before it',
  },
};

const OBJECTS = [
  'table',
  'materialized view',
  'view',
  'function',
  'procedure',
  'aggregate',
  'type',
  'domain',
  'sequence',
  'schema',
];
/** Where a column's default or type ends. */
const CLAUSES = [
  'not',
  'null',
  'constraint',
  'check',
  'unique',
  'primary',
  'references',
  'generated',
  'default',
  'collate',
];
const GROWING = ['serial', 'bigserial', 'smallserial'];

/**
 * Violations of `RULES` by the statements of one migration: { rule, what }, `what` the object:
 * `column installs.tenants.name`. `statements` in their order, as lists of tokens; `inTransaction`: as the migration runs.
 */
export function findings(statements, inTransaction) {
  const file = new FileFindings(inTransaction, clearedBy(statements));
  for (const tokens of statements) file.read(new Reader(tokens));
  return file.found;
}

/** Objects that a migration drops "if exists", so that it can make it again: `trigger moves`, without its schema. */
function clearedBy(statements) {
  return statements.flatMap((tokens) => {
    const at = tokens.findIndex(({ text }, i) => text === 'if' && tokens[i + 1]?.text === 'exists');
    const dropped = tokens.slice(0, at).map(({ text }) => text);
    if (at < 0 || !dropped.includes('drop')) return [];
    const kind = dropped.filter((word) => word !== 'concurrently').at(-1);
    return [`${kind} ${new Reader(tokens.slice(at + 2)).name().split('.').at(-1)}`];
  });
}

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

  read(sql) {
    if (sql.take('create')) this.create(sql);
    else if (sql.take('drop')) this.drop(sql);
    else if (sql.take('alter')) this.alter(sql);
    else if (sql.take('reindex') && !sql.rest.some(({ text }) => text === 'concurrently'))
      this.add('create index', `again: ${sql.rest.map(({ text }) => text).join(' ')}`);
  }

  /** A statement that a second attempt executes again. */
  repeatable(kind, name, isSafe) {
    if (this.inTransaction || isSafe) return;
    const last = name.split('.').at(-1);
    // A name that only a run knows may be any.
    const isCleared = this.cleared.some((one) => one === `${kind} ${last}` || one.startsWith(`${kind} \${`));
    if (!isCleared) this.add('do once', `${kind} ${name}`);
  }

  create(sql) {
    const replaces = sql.take('or', 'replace');
    const unique = sql.take('unique');
    if (sql.take('index')) this.createIndex(sql);
    else if (!unique && (sql.take('unlogged', 'table') || sql.take('table'))) {
      const again = sql.take('if', 'not', 'exists');
      const name = sql.name();
      this.made.add(name);
      this.repeatable('table', name, again);
    } else if (sql.take('constraint', 'trigger') || sql.take('trigger'))
      this.repeatable('trigger', sql.name(), replaces);
  }

  createIndex(sql) {
    const concurrently = sql.take('concurrently');
    const again = sql.take('if', 'not', 'exists');
    const index = sql.take('on') ? '' : sql.name();
    if (index !== '') sql.take('on');
    sql.take('only');
    const table = sql.name();
    const what = `${index || 'without a name'} on ${table}`;
    this.made.add(index);
    if (!concurrently && !this.made.has(table)) this.add('create index', what);
    if (concurrently && this.inTransaction) this.add('run in a transaction', what);
    this.repeatable('index', index, again);
  }

  drop(sql) {
    if (sql.take('index')) {
      const concurrently = sql.take('concurrently');
      sql.take('if', 'exists');
      const name = sql.name();
      if (!concurrently && !this.made.has(name.split('.').at(-1))) this.add('drop index', name);
      if (concurrently && this.inTransaction) this.add('run in a transaction', `index ${name}`);
      return;
    }
    const kind = sql.takeOneOf(OBJECTS);
    if (kind === undefined) return;
    sql.take('if', 'exists');
    for (const piece of split(sql.rest, isComma)) {
      const name = new Reader(piece).name();
      if (!this.made.has(name)) this.add('drop', `${kind} ${name}`);
    }
  }

  alter(sql) {
    if (sql.take('table')) {
      sql.take('if', 'exists');
      sql.take('only');
      const table = sql.name();
      if (this.made.has(table)) return;
      for (const action of split(sql.rest, isComma)) this.alterTable(table, new Reader(action));
      return;
    }
    const kind = sql.takeOneOf(OBJECTS);
    if (kind === undefined) return;
    sql.take('if', 'exists');
    const name = sql.name();
    const names = sql.rest.map(({ text }) => text);
    if (names.includes('rename') || (names.includes('schema') && names.includes('set')))
      this.add('rename', `${kind} ${name}`);
  }

  alterTable(table, action) {
    const [{ text: first }] = action.rest;
    if (first.startsWith('${')) this.add('do to', `table ${table}: ${first}`);
    else if (action.take('add')) this.addTo(table, action);
    else if (action.take('drop')) this.dropFrom(table, action);
    else if (action.take('rename')) this.renameIn(table, action);
    else if (action.take('set', 'schema')) this.add('rename', `table ${table}`);
    else if (action.take('alter')) {
      action.take('column');
      const column = `column ${table}.${action.name()}`;
      if (action.take('set', 'not', 'null')) this.add('set not null', column);
      else if (action.take('type') || action.take('set', 'data', 'type')) this.add('change type', column);
    }
  }

  renameIn(table, action) {
    if (action.take('to')) return this.add('rename', `table ${table}`);
    if (action.take('constraint')) return this.add('rename', `constraint ${action.name()} on ${table}`);
    action.take('column');
    return this.add('rename', `column ${table}.${action.name()}`);
  }

  dropFrom(table, action) {
    if (action.take('constraint')) return;
    action.take('column');
    action.take('if', 'exists');
    this.add('drop', `column ${table}.${action.name()}`);
  }

  addTo(table, action) {
    const named = action.take('constraint') ? action.name() : undefined;
    const words = action.rest.filter(({ kind }) => kind === 'word').map(({ text }) => text);
    if (named !== undefined || ['primary', 'unique', 'check', 'foreign', 'exclude'].includes(words[0])) {
      const what = `${named ?? words[0]} on ${table}`;
      if (!hasWords(words, 'not valid') && !hasWords(words, 'using index')) this.add('add constraint', what);
      if (named !== undefined) this.repeatable('constraint', named, false);
      return;
    }
    action.take('column');
    const again = action.take('if', 'not', 'exists');
    const column = `column ${table}.${action.name()}`;
    this.repeatable('column', column.slice('column '.length), again);
    this.addColumn(column, action.rest);
  }

  addColumn(column, tokens) {
    const words = outside(tokens);
    const start = tokens.findIndex(({ kind, text }) => kind === 'word' && text === 'default');
    const value = start < 0 ? undefined : untilClause(tokens.slice(start + 1));
    if ((value && !isConstant(value)) || words.includes('generated') || GROWING.includes(words[0]))
      this.add('non-constant default of', column);
    if (hasWords(words, 'not null') && !value && !words.includes('generated')) this.add('add required column', column);
    if (['check', 'unique', 'primary'].some((word) => words.includes(word)) || (value && words.includes('references')))
      this.add('add constraint', `within ${column}`);
  }
}

const isComma = ({ kind, text }) => kind === 'sign' && text === ',';
const hasWords = (words, phrase) => ` ${words.join(' ')} `.includes(` ${phrase} `);

/** The words outside of brackets. */
function outside(tokens) {
  let depth = 0;
  return tokens.flatMap(({ kind, text }) => {
    if (kind === 'sign' && text === '(') depth += 1;
    if (kind === 'sign' && text === ')') depth -= 1;
    return kind === 'word' && depth === 0 ? [text] : [];
  });
}

/** The tokens of a default. */
function untilClause(tokens) {
  let depth = 0;
  const end = tokens.findIndex(({ kind, text }, i) => {
    if (kind === 'sign' && '(['.includes(text)) depth += 1;
    if (kind === 'sign' && ')]'.includes(text)) depth -= 1;
    // `default null` itself, and the name of a type.
    return depth === 0 && i > 0 && kind === 'word' && CLAUSES.includes(text);
  });
  return end < 0 ? tokens : tokens.slice(0, end);
}

/** A literal, also cast or in a list: which PostgreSQL stores once for all existing rows. */
function isConstant(tokens) {
  return tokens.every(({ kind, text }, i) => {
    if (kind === 'string' || kind === 'number') return true;
    if (kind === 'sign') return ['-', '+', '::', '(', ')', '[', ']', ','].includes(text);
    if (kind !== 'word') return false;
    const cast = tokens.slice(0, i).some((one) => one.text === '::');
    return ['true', 'false', 'null', 'array'].includes(text) || (cast && tokens[i + 1]?.text !== '(');
  });
}
