import { missingReference, notFound } from '../http/errors.js';
import { listObjects } from '../http/list.js';
import type { JsonObject } from '../json.js';
import type { Tx } from '../state/database.js';
import { findObject, text, type ApiObject } from '../state/objects.js';
import { operation, type Call, type Operation } from './operation.js';

/** How a kind of object is called in refusals. */
interface Named {
  /** Its kind unless given. */
  readonly name?: string;
  /** The parameter that the refusal names; `id` unless given. */
  readonly param?: string;
}

/** What every list takes. */
export const pageParameters = ['limit', 'starting_after', 'ending_before'];

/** The object of the address, locked for a change. @throws the provider's 404 when there is none */
export async function lockNamed(
  { tx, id, account }: Pick<Call, 'tx' | 'id' | 'account'>,
  kind: string,
  { name = kind, param }: Named = {},
): Promise<{ data: ApiObject; private: JsonObject }> {
  const found = await findObject(tx, kind, id, { account, lock: true });
  if (!found) throw notFound(name, id, param);
  return found;
}

/** The object that a parameter names. @throws the provider's 400 when there is none */
export async function referenced(
  tx: Tx,
  kind: string,
  id: string,
  { name = kind, param = name, lock = false }: Named & { lock?: boolean } = {},
): Promise<{ data: ApiObject; private: JsonObject }> {
  const found = await findObject(tx, kind, id, { lock });
  if (!found) throw missingReference(name, id, param);
  return found;
}

/** Answers the object of the address as it is. */
export function retrieveOperation(
  route: string,
  kind: string,
  { name = kind, param, emulates = [] }: Named & { emulates?: string[] } = {},
): Operation {
  return operation(route, emulates, async ({ tx, id, account }) => {
    const found = await findObject(tx, kind, id, { account });
    if (!found) throw notFound(name, id, param);
    return found.data;
  });
}

/**
 * Answers a page of the objects of a kind. `filters` are parameters that are compared with the field of the same name;
 * `created` is one more.
 */
export function listOperation(url: string, kind: string, filters: string[]): Operation {
  const fields = filters.filter((name) => name !== 'created');
  return operation(`GET ${url}`, [...pageParameters, ...filters], ({ tx, parameters, account }) =>
    listObjects(tx, kind, url, parameters, {
      account,
      equals: Object.fromEntries(fields.map((name) => [name, text(parameters[name])])),
    }),
  );
}
