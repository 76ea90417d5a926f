import { isObject, type Json, type JsonObject } from '../json.js';
import type { Tx } from '../state/database.js';
import { integer, text } from '../state/objects.js';
import { invalid, missingReference } from './errors.js';

/** A list inside an object, with the first `shown` of all. */
export const wholeList = (url: string, all: Json[], shown = all.length): JsonObject => ({
  object: 'list',
  data: all.slice(0, shown),
  has_more: all.length > shown,
  total_count: all.length,
  url,
});

interface Source {
  table: 'objects' | 'balance_transactions' | 'events';
  /** SQL conditions with `?` for each value. */
  where: { sql: string; value: unknown }[];
  kind: string;
  url: string;
}

/**
 * One page of a v1 list, newest first: `limit` 1 to 100 (10), `starting_after`, `ending_before`, `created`.
 * `rows` reads the full rows for a condition that starts with `and`.
 */
export async function listPage(
  tx: Tx,
  source: Source,
  parameters: JsonObject,
  rows: (condition: string, values: unknown[]) => Promise<Json[]>,
): Promise<JsonObject> {
  const limit = integer(parameters.limit) ?? 10;
  if (limit < 1 || limit > 100) {
    const word = limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100';
    throw invalid(`This value must be ${word}.`, { code: 'parameter_invalid_integer', param: 'limit' });
  }
  const after = text(parameters.starting_after);
  const before = text(parameters.ending_before);
  if (after !== undefined && before !== undefined) {
    throw invalid('You cannot parameterize starting_after and ending_before at the same time.', {
      param: 'ending_before',
    });
  }
  const conditions = [...source.where, ...createdConditions(parameters.created)];
  if (after !== undefined) {
    conditions.push({ sql: 'seq < ?', value: await seqOf(tx, source, after, 'starting_after') });
  }
  if (before !== undefined) {
    conditions.push({ sql: 'seq > ?', value: await seqOf(tx, source, before, 'ending_before') });
  }
  const values: unknown[] = [];
  // $1 belongs to the caller (the account or kind); ours start at $2.
  const sql = conditions.map((one) => `and ${one.sql.replace('?', `$${values.push(one.value) + 1}`)}`).join(' ');
  const order = before === undefined ? 'desc' : 'asc';
  const found = await rows(`${sql} order by seq ${order} limit ${limit + 1}`, values);
  const page = found.slice(0, limit);
  return {
    object: 'list',
    data: before === undefined ? page : page.reverse(),
    has_more: found.length > limit,
    url: source.url,
  };
}

async function seqOf(tx: Tx, source: Source, id: string, param: string): Promise<string> {
  const rows = await tx.query<{ seq: string }>(`select seq from stripe_sandbox.${source.table} where id = $1`, [id]);
  const seq = rows[0]?.seq;
  if (seq === undefined) throw missingReference(source.kind, id, param);
  return seq;
}

function createdConditions(created: Json | undefined): { sql: string; value: unknown }[] {
  if (typeof created === 'number') {
    return [{ sql: `date_trunc('second', created_at) = to_timestamp(?)`, value: created }];
  }
  if (!isObject(created)) return [];
  const signs: Record<string, string> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };
  return Object.entries(created).map(([name, value]) => ({
    sql: `date_trunc('second', created_at) ${signs[name] ?? '='} to_timestamp(?)`,
    value,
  }));
}

/** A page of plain API objects of one kind, filtered by equality of fields. */
export async function listObjects(
  tx: Tx,
  kind: string,
  url: string,
  parameters: JsonObject,
  options: { account: string; equals?: Record<string, string | undefined> },
): Promise<JsonObject> {
  const where: Source['where'] = [{ sql: 'account = ?', value: options.account }];
  for (const [field, value] of Object.entries(options.equals ?? {})) {
    if (value !== undefined) where.push({ sql: `data->>'${field}' = ?`, value });
  }
  return listPage(tx, { table: 'objects', where, kind, url }, parameters, async (condition, values) => {
    const found = await tx.query<{ data: JsonObject }>(
      `select data from stripe_sandbox.objects where kind = $1 ${condition}`,
      [kind, ...values],
    );
    return found.map((row) => row.data);
  });
}
