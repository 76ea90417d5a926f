import { Secret } from '@portal/kernel';

/** `value` with its type `as`, where JSON alone would lose it. */
interface Tagged {
  readonly $: string;
  readonly value?: unknown;
}

/**
 * Serialises a transaction's result as JSON that `fromJson` reads.
 * @throws Error for values that are not data: functions, errors, objects with methods.
 */
export function toJson(value: unknown): unknown {
  switch (typeof value) {
    case 'undefined':
      return tag('undefined');
    case 'bigint':
      return tag('bigint', value.toString());
    case 'number':
      return Number.isFinite(value) ? value : tag('number', String(value));
    case 'string':
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : objectToJson(value);
    default:
      throw new Error(`a transaction of a request under an idempotency key returned a ${typeof value}`);
  }
}

function objectToJson(value: object): unknown {
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Date) return tag('date', value.getTime());
  if (value instanceof Secret) return tag('secret', value.reveal());
  if (value instanceof Uint8Array) return tag('bytes', Buffer.from(value).toString('base64'));
  if (value instanceof Map) return tag('map', [...value].map(toJson));
  if (value instanceof Set) return tag('set', [...value].map(toJson));
  if (hasMethods(value))
    throw new Error(`a transaction of a request under an idempotency key returned a ${value.constructor.name}`);
  const plain = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toJson(one)]));
  return '$' in plain ? tag('object', plain) : plain;
}

/** Entities have no methods, so they count as data. */
function hasMethods(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === null || prototype === Object.prototype) return false;
  return value instanceof Error || Object.getOwnPropertyNames(prototype).some((name) => name !== 'constructor');
}

/** Restores the value given to `toJson`. */
export function fromJson(json: unknown): unknown {
  if (json === null || typeof json !== 'object') return json;
  if (Array.isArray(json)) return json.map(fromJson);
  return '$' in json ? untag(json as Tagged) : plainFromJson(json);
}

function untag({ $, value }: Tagged): unknown {
  switch ($) {
    case 'undefined':
      return undefined;
    case 'bigint':
      return BigInt(value as string);
    case 'number':
      return Number(value);
    case 'date':
      return new Date(value as number);
    case 'secret':
      return new Secret(value as string);
    case 'bytes':
      return Buffer.from(value as string, 'base64');
    case 'map':
      return new Map((value as unknown[]).map(fromJson) as [unknown, unknown][]);
    case 'set':
      return new Set((value as unknown[]).map(fromJson));
    default:
      return plainFromJson(value as object);
  }
}

function plainFromJson(json: object): object {
  return Object.fromEntries(Object.entries(json).map(([name, one]) => [name, fromJson(one)]));
}

function tag(kind: string, value?: unknown): Tagged {
  return { $: kind, value };
}

/** Whether `json`, made by `toJson`, has a secret in it. */
export function hasSecret(json: unknown): boolean {
  if (json === null || typeof json !== 'object') return false;
  return (!Array.isArray(json) && (json as Partial<Tagged>).$ === 'secret') || Object.values(json).some(hasSecret);
}
