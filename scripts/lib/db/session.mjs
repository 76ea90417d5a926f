import pg from 'pg';
import { Problem } from '../problem.mjs';
import { tableOf } from './table.mjs';

/** Every value as PostgreSQL writes it. */
const AS_TEXT = { getTypeParser: () => (value) => value };

/** `"` doubled parts of a name such as listings.drives; without a schema any schema. */
const nameParts = (name) => {
  const [table, schema] = name.split('.').toReversed();
  return { schema: schema || null, table: table || null };
};

const TABLES = `
  select n.nspname as schema, c.relname as name,
    case c.relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as type,
    greatest(c.reltuples, 0)::bigint as "rows (estimate)"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
    and ($1::text is null or n.nspname = $1) and ($2::text is null or c.relname = $2)
  order by 1, 2`;
const COLUMNS = `
  select a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
    case when a.attnotnull then 'not null' else '' end as nullable, coalesce(pg_get_expr(d.adbin, d.adrelid), '') as default
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = $1::oid and a.attnum > 0 and not a.attisdropped order by a.attnum`;
const RULES = `
  select 'index' as kind, pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = $1::oid
  union all
  select 'constraint', conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where conrelid = $1::oid and contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select 'policy', policyname || coalesce(' using ' || qual, '') || coalesce(' with check ' || with_check, '')
    from pg_policies where (quote_ident(schemaname) || '.' || quote_ident(tablename))::regclass = $1::oid
  union all
  select 'trigger', pg_get_triggerdef(oid) from pg_trigger where tgrelid = $1::oid and not tgisinternal
  order by 1, 2`;

/** One connection to a database, and its queries as text. */
export class Session {
  expanded = false;
  #client;
  #url;

  /** Throws Problem when the database cannot be reached. `onNotice(text)`: notices of the server. */
  static async open(url, onNotice = () => {}) {
    const session = new Session();
    session.#url = url;
    session.#client = session.#newClient();
    session.#client.on('notice', ({ severity, message }) => onNotice(`${severity}: ${message}`));
    session.lost = new Promise((resolve) => session.#client.on('error', resolve));
    await session.#client.connect().catch((error) => {
      throw new Problem('not_reachable', `The database cannot be reached: ${error.message || error.code}`);
    });
    return session;
  }

  /** One statement or several, or a command, which starts with a backslash. Returns texts. Throws pg's error or Problem. */
  answer(asked) {
    return asked.startsWith('\\') ? this.#command(asked) : this.#run(asked);
  }

  async #run(sql) {
    const results = [await this.#client.query({ text: sql, rowMode: 'array', types: AS_TEXT })].flat();
    return results
      .filter(({ command, fields }) => command || fields.length > 0)
      .map((result) => (result.fields.length > 0 ? tableOf(result, this) : doneText(result)));
  }

  async #command(line) {
    const [, word, name = ''] = /^\\(\S+)\s*(.*?)\s*;?$/.exec(line) ?? [];
    if (word === 'dt' || (word === 'd' && !name)) return [await this.#tables(name)];
    if (word === 'd') return this.#describe(name);
    if (word === 'x') return [`One line per value: ${(this.expanded = !this.expanded) ? 'on' : 'off'}`];
    throw new Problem('usage', `Unknown: ${line}`, 'Known: \\dt [schema.][table], \\d table, \\x, \\q');
  }

  /** Cancels the running statement, if any. */
  async cancel() {
    const other = this.#newClient();
    other.on('error', () => {});
    await other.connect();
    await other.query('select pg_cancel_backend($1)', [this.#client.processID]).finally(() => other.end());
  }

  end() {
    return this.#client.end();
  }

  #newClient() {
    return new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: 10_000,
      application_name: 'db prompt',
    });
  }

  async #query(text, values) {
    return this.#client.query({ text, values, rowMode: 'array', types: AS_TEXT });
  }

  async #tables(name) {
    const { schema, table } = name.includes('.') ? nameParts(name) : { schema: name || null, table: null };
    return tableOf(await this.#query(TABLES, [schema, table]));
  }

  async #describe(name) {
    const { schema, table } = nameParts(name);
    const found = await this.#query(
      `select c.oid, n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm') and c.relname = $2 and ($1::text is null or n.nspname = $1)
        order by n.nspname in ('pg_catalog', 'information_schema'), 2`,
      [schema, table],
    );
    if (found.rows.length === 0) throw new Problem('no_table', `No table ${name}.`);
    const texts = [];
    for (const [oid, full] of found.rows) {
      texts.push(`${full}\n${tableOf(await this.#query(COLUMNS, [oid]))}`);
      const { rows } = await this.#query(RULES, [oid]);
      if (rows.length > 0) texts.push(rows.map(([kind, definition]) => `${kind}: ${definition}`).join('\n'));
    }
    return texts;
  }
}

/** Result of a statement without rows, as psql prints it. */
function doneText({ command, rowCount }) {
  if (command === 'INSERT') return `INSERT 0 ${rowCount}`;
  return rowCount === null ? command : `${command} ${rowCount}`;
}

/** An error of PostgreSQL with its details. */
export function errorText(error) {
  if (error instanceof Problem) return error.message;
  const { severity = 'ERROR', message, detail, hint, where, code } = error;
  return [
    `${severity}: ${message}${code ? ` (${code})` : ''}`,
    detail && `DETAIL: ${detail}`,
    hint && `HINT: ${hint}`,
    where && `WHERE: ${where}`,
  ]
    .filter(Boolean)
    .join('\n');
}
