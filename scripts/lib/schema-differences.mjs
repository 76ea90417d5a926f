// The migrated tables compared with the entities: every table has one, every entity has its table, and both agree
// on columns, types, nullability, primary keys and defaults.
//
// The rest stands in db/<lib>/tables.sql alone: indexes, uniques, foreign keys, checks, triggers, policies, exclusion
// constraints, the expression of a generated column, partitions. No statement is made of an entity that needs them.

/** Tables that are not the product's: BullMQ's own schema, and the records of migrate. */
const NOT_OURS = `(n.nspname in ('pg_catalog', 'information_schema', 'bullmq') or n.nspname like 'pg\\_%'
  or (n.nspname, c.relname) in (('public', 'schema_migrations'), ('platform', 'schema_files'), ('platform', 'schema_versions'),
  ('platform', 'deployment')))`;

/** Minimum number of compared columns: a comparison of nothing finds no difference either. */
const LEAST_COLUMNS = 1_000;

/** One sentence per difference between the tables and the entities of an initialized DataSource. */
export async function schemaDifferences(dataSource) {
  const tables = await readTables(dataSource);
  const found = [];
  const mapped = new Set();
  let columns = 0;
  for (const entity of dataSource.entityMetadatas) {
    const name = `${entity.schema ?? 'public'}.${entity.tableName}`;
    if (mapped.has(name)) found.push(`${name} has a second entity, ${entity.name}`);
    mapped.add(name);
    const table = tables.get(name);
    if (!table) {
      found.push(`${entity.name}: there is no table ${name}`);
      continue;
    }
    columns += table.columns.length;
    found.push(...tableDifferences(dataSource.driver, entity, table).map((what) => `${entity.name}: ${name}${what}`));
  }
  for (const name of tables.keys()) if (!mapped.has(name)) found.push(`${name} has no entity`);
  if (columns < LEAST_COLUMNS) found.push(`only ${columns} mapped columns were seen: the entities were not loaded`);
  return found;
}

/** Tables by `schema.name`; a partition is its parent's. */
async function readTables(dataSource) {
  const rows = await dataSource.query(`
    select n.nspname || '.' || c.relname as name, (
      select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'nullable', not a.attnotnull, 'written', a.attgenerated = '' and a.attidentity = '',
          'default', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end) order by a.attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns, (
      select coalesce(array_agg(a.attname::text order by u.at), '{}')
        from pg_constraint k cross join unnest(k.conkey) with ordinality u(n, at)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = u.n
        where k.conrelid = c.oid and k.contype = 'p') as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and not ${NOT_OURS}`);
  return new Map(rows.map((row) => [row.name, row]));
}

function tableDifferences(driver, entity, table) {
  const found = [];
  const actual = new Map(table.columns.map((column) => [column.name, column]));
  for (const column of entity.columns) {
    const is = actual.get(column.databaseName);
    actual.delete(column.databaseName);
    if (is) found.push(...columnDifferences(driver, column, is).map((what) => `.${column.databaseName} ${what}`));
    else found.push(`.${column.databaseName} does not exist`);
  }
  for (const name of actual.keys()) found.push(`.${name} is not in the entity`);
  const key = entity.primaryColumns.map((column) => column.databaseName);
  if (`${key}` !== `${table.key}`)
    found.push(` has the primary key (${table.key.join(', ')}), the entity says (${key.join(', ')})`);
  return found;
}

function columnDifferences(driver, column, is) {
  const found = [];
  const type = driver
    .createFullType({ ...column, type: driver.normalizeType(column) })
    .toLowerCase()
    .replace(/ array$/, '[]');
  if (type !== is.type) found.push(`is ${is.type}, the entity says ${type}`);
  if (column.isNullable !== is.nullable)
    found.push(`is ${is.nullable ? '' : 'not '}nullable, the entity says otherwise`);
  if (column.isInsert !== is.written)
    found.push(
      is.written ? 'can be written, the entity says otherwise' : 'is made by the database, the entity writes it',
    );
  const [says, has] = [plain(driver.normalizeDefault(column)), plain(is.default)];
  if (says !== has) found.push(`has ${has ?? 'no'} default, the entity says ${says ?? 'none'}`);
  return found;
}

/** An expression without PostgreSQL's additions when it prints one: casts and parentheses. */
function plain(expression) {
  return expression
    ?.replace(/::"?[a-z_ ]+"?(\[\])?/gi, '')
    .replace(/['()]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
