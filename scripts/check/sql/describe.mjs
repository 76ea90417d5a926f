// PostgreSQL's description of a statement without running it: its parameters and the columns of its rows.
import pg from 'pg';

/** Asks for the description of a text by the protocol of drivers (`Submittable` of pg). */
class Description {
  constructor(text, resolve, reject) {
    Object.assign(this, { text, resolve, reject, parameters: [], fields: [] });
  }

  submit(connection) {
    connection.removeAllListeners('parameterDescription');
    connection.once('parameterDescription', ({ dataTypeIDs }) => (this.parameters = dataTypeIDs));
    connection.parse({ text: this.text });
    connection.describe({ type: 'S' });
    connection.sync();
  }

  handleRowDescription({ fields }) {
    this.fields = fields;
  }

  handleError(error) {
    this.reject(error);
  }

  handleReadyForQuery() {
    this.resolve({ parameters: this.parameters, fields: this.fields });
  }
}

/** In a parse tree: a relation, the rights that are needed to it (8: delete), and the columns that are changed, counted from 8. */
const CHANGES = /:relid (\d+) (?:(?!:relid ).)*?:requiredPerms (\d+) (?:(?!:relid ).)*?:updatedCols \(b([ \d]*)\)/g;

/**
 * Connects to the database at `url`. Returns { describe, close }.
 * `describe(text)` gives { parameters, columns, denied }. parameters: how many. columns: { name, type, nullable }; `type` by its name
 * in PostgreSQL (`int8`, `text[]`, `enum`); `nullable`: the name in its table of a column that may be null, else undefined.
 * denied: what the statement changes or removes without a right of the product, as `schema.table.column` or `schema.table`.
 * It rejects with PostgreSQL's error.
 */
export async function openDescriber(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const types = await typesOf(client);
  const nullable = await nullableOf(client);
  const unchangeable = await deniedOf(client);
  let trees = [];
  client.on('notice', ({ detail }) => trees.push((detail ?? '').replaceAll(/\s+/g, ' ')));
  await client.query('set client_min_messages = log; set debug_print_parse = on; set debug_pretty_print = off');
  const ask = (text) => new Promise((resolve, reject) => client.query(new Description(text, resolve, reject)));
  return {
    async describe(text) {
      trees = [];
      const { parameters, fields } = await ask(text);
      const columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
        name,
        type: types.get(dataTypeID),
        nullable: nullable.get(`${tableID}.${columnID}`),
      }));
      const denied = trees.flatMap((tree) =>
        [...tree.matchAll(CHANGES)].flatMap(([, table, rights, bits]) => [
          ...(Number(rights) & 8 ? [table] : []),
          ...bits.split(' ').flatMap((bit) => (bit === '' ? [] : [`${table}.${bit - 7}`])),
        ]),
      );
      return { parameters: parameters.length, columns, denied: denied.flatMap((id) => unchangeable.get(id) ?? []) };
    },
    close: () => client.end(),
  };
}

async function typesOf(client) {
  const { rows } = await client.query(
    `select t.oid, t.typname as name, t.typtype as kind, e.typname as element, e.typtype as element_kind
     from pg_type t left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'`,
  );
  const nameOf = (name, kind) => (kind === 'e' ? 'enum' : name);
  return new Map(
    rows.map((row) => [
      row.oid,
      row.element === null ? nameOf(row.name, row.kind) : `${nameOf(row.element, row.element_kind)}[]`,
    ]),
  );
}

/** Names of what the product may not change, by the number of its table and column. */
async function deniedOf(client) {
  const { rows } = await client.query(
    `select c.oid || '.' || attnum as id, c.oid::regclass || '.' || attname as name
     from pg_class c join pg_attribute on attrelid = c.oid
     where relkind in ('r', 'p') and attnum > 0 and not has_column_privilege('portal_app', c.oid, attnum, 'update')
     union all select c.oid::text, c.oid::regclass::text from pg_class c
     where relkind in ('r', 'p') and not has_table_privilege('portal_app', c.oid, 'delete')`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function nullableOf(client) {
  const { rows } = await client.query(
    `select a.attrelid || '.' || a.attnum as id, a.attname as name
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attnotnull and not a.attisdropped`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
