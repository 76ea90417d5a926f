import { missingReference, notFound } from '../http/errors.js';
import { mergeMetadata } from '../catalogue/metadata.js';
import { listObjects } from '../http/list.js';
import type { JsonObject } from '../json.js';
import type { Tx } from '../state/database.js';
import { findObject, platformAccount, text, type ApiObject } from '../state/objects.js';
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

/** Metadata, and parameters that a new object keeps as they were given, or as null. */
export function asGiven(parameters: JsonObject, ...names: string[]): JsonObject {
  return {
    metadata: mergeMetadata({}, parameters.metadata),
    ...Object.fromEntries(names.map((name) => [name, parameters[name] ?? null])),
  };
}

/** An object locked for a change, of the platform unless `account` says otherwise. @throws the provider's 404 when there is none */
export async function lockNamed(
  { tx, id, account = platformAccount }: Pick<Call, 'tx' | 'id'> & Partial<Pick<Call, 'account'>>,
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
 * `created` is one more. `parent`: the kind that the id in the address names, and the field of the same name.
 */
export function listOperation(
  route: string,
  kind: string,
  filters: string[],
  { parent, param }: { parent?: string; param?: string } = {},
): Operation {
  const fields = filters.filter((name) => name !== 'created');
  return operation(route, [...pageParameters, ...filters], async ({ tx, id, parameters, account }) => {
    if (parent !== undefined && !(await findObject(tx, parent, id))) throw notFound(parent, id, param);
    const equals = Object.fromEntries(fields.map((name) => [name, text(parameters[name])]));
    return listObjects(tx, kind, route.replace('GET ', '').replace(':id', id), parameters, {
      account,
      equals: parent === undefined ? equals : { ...equals, [parent]: id },
    });
  });
}
