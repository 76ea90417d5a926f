import { isObject, type Json, type JsonObject } from '../json.js';
import { makeId } from '../system.js';
import type { Tx } from './database.js';

/** The platform's own account: whatever is not on a connected account. */
export const platformAccount = 'acct_platform';

/** An API object as it is answered. */
export type ApiObject = JsonObject & { id: string; object: string };

interface Row {
  id: string;
  data: JsonObject;
  private: JsonObject;
}

export function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

/** Writes a new object; id (unless it is given), object and created are filled in. */
export async function insertObject(
  tx: Tx,
  made: { id?: string; prefix: string; kind: string; account?: string; data: JsonObject; private?: JsonObject },
): Promise<ApiObject> {
  const id = made.id ?? makeId(made.prefix);
  const data = { id, object: made.kind, created: unixSeconds(tx.now), livemode: false, ...made.data };
  await tx.query(
    'insert into stripe_sandbox.objects (id, kind, account, created_at, data, private) values ($1, $2, $3, $4, $5, $6)',
    [id, made.kind, made.account ?? platformAccount, tx.now, JSON.stringify(data), JSON.stringify(made.private ?? {})],
  );
  return data;
}

/** Reads an object; undefined when there is none of that kind on that account. */
export async function findObject(tx: Tx, kind: string, id: string, options: { account?: string; lock?: boolean } = {}) {
  const rows = await tx.query<Row>(
    `select id, data, private from stripe_sandbox.objects where id = $1 and kind = $2 and account = $3${options.lock ? ' for update' : ''}`,
    [id, kind, options.account ?? platformAccount],
  );
  const row = rows[0];
  return row && { data: asApiObject(row.data), private: row.private };
}

/** Reads an object of whatever kind; undefined when there is none. */
export async function findAnyObject(tx: Tx, id: string): Promise<ApiObject | undefined> {
  const rows = await tx.query<Row>('select id, data, private from stripe_sandbox.objects where id = $1', [id]);
  return rows[0] && asApiObject(rows[0].data);
}

/** The newest objects of a kind; charges of connected accounts, which transfers leave there, are left out. */
export async function newestObjects(tx: Tx, kind: string, limit: number): Promise<JsonObject[]> {
  const rows = await tx.query<{ data: JsonObject }>(
    `select data from stripe_sandbox.objects where kind = $1 and (kind <> 'charge' or account = $2) order by seq desc limit $3`,
    [kind, platformAccount, limit],
  );
  return rows.map((row) => row.data);
}

/** Replaces fields of an object and returns it whole. The caller has read it with a lock. */
export async function updateObject(tx: Tx, id: string, change: JsonObject): Promise<ApiObject> {
  const rows = await tx.query<Row>(
    'update stripe_sandbox.objects set data = data || $2::jsonb where id = $1 returning id, data, private',
    [id, JSON.stringify(change)],
  );
  const row = rows[0];
  if (!row) throw new Error(`no object ${id}`);
  return asApiObject(row.data);
}

export async function setPrivate(tx: Tx, id: string, change: JsonObject): Promise<void> {
  await tx.query('update stripe_sandbox.objects set private = private || $2::jsonb where id = $1', [
    id,
    JSON.stringify(change),
  ]);
}

export function asApiObject(value: Json | undefined): ApiObject {
  if (isObject(value) && typeof value.id === 'string' && typeof value.object === 'string') return value as ApiObject;
  throw new Error('not an API object');
}

export function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function integer(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

export function hash(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
