import { ParseUUIDPipe, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { getMetadataStorage } from 'class-validator';

type Schema = Record<string, unknown>;
type Validation = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** Keywords of JSON Schema for the check of a decorator of class-validator, by the decorator's name. */
const WORDS: Readonly<Record<string, (first: unknown, second: unknown) => Schema>> = {
  isUuid: () => ({ format: 'uuid' }),
  isEmail: () => ({ format: 'email' }),
  isIso8601: () => ({ format: 'date-time' }),
  isInt: () => ({ type: 'integer' }),
  isLength: (minLength, maxLength) => ({ ...(minLength !== 0 && { minLength }), maxLength }),
  minLength: (minLength) => ({ minLength }),
  maxLength: (maxLength) => ({ maxLength }),
  min: (minimum) => ({ minimum }),
  max: (maximum) => ({ maximum }),
  matches: (pattern) => (pattern instanceof RegExp && pattern.flags === '' ? { pattern: pattern.source } : {}),
  arrayMinSize: (minItems) => ({ minItems }),
  arrayMaxSize: (maxItems) => ({ maxItems }),
  // Of a list that is too long to be an enum of the document, such as that of the countries.
  isIn: (values) => (isTexts(values) ? { maxLength: Math.max(...values.map(({ length }) => length)) } : {}),
  arrayUnique: () => ({ uniqueItems: true }),
};

const isTexts = (values: unknown): values is string[] =>
  Array.isArray(values) && values.every((one) => typeof one === 'string');

/**
 * Writes into the schemas of request bodies the checks of the validation pipe, so that they are written once, at the
 * field.
 */
export function addConstraints(schemas: Record<string, Schema>): void {
  for (const target of validatedClasses()) {
    const properties = schemas[target.name]?.['properties'] as Record<string, Schema> | undefined;
    if (properties) constrainAll(target, properties);
  }
}

/** Fastify's own limit for a path segment. */
const LONGEST_PATH_PARAMETER = 100;

/**
 * Writes into the parameters of an operation the checks on them: an id of a path by its pipe, a query by its class.
 * @param method of the controller that answers
 */
export function addParameterConstraints(parameters: readonly Parameter[], controller: Type, method: string): void {
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, method) ?? []) as Type[];
  const taken = Object.entries((Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Taken).map(
    ([key, value]) => ({ kind: Number(key.split(':')[0]), ...value }),
  );
  const of = (place: string): [string, Schema][] =>
    parameters.flatMap((one) => (one.in === place && one.schema ? [[one.name, one.schema]] : []));
  for (const [name, schema] of of('path')) {
    const isId = taken.some(({ kind, data, pipes }) => kind === PATH && data === name && pipes.includes(ParseUUIDPipe));
    Object.assign(schema, isId ? { format: 'uuid' } : { maxLength: LONGEST_PATH_PARAMETER });
  }
  for (const { kind, index } of taken)
    if (kind === QUERY && types[index]) constrainAll(types[index], Object.fromEntries(of('query')));
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: Schema;
}

/** Nest's record of what a method's arguments are taken from, by kind and place. */
type Taken = Readonly<Record<string, { index: number; data?: unknown; pipes: readonly unknown[] }>>;
const [PATH, QUERY] = [RouteParamtypes.PARAM as number, RouteParamtypes.QUERY as number];

function constrainAll(target: Type, properties: Record<string, Schema>): void {
  for (const validation of getMetadataStorage().getTargetValidationMetadatas(target, '', false, false)) {
    const property = properties[validation.propertyName];
    if (property) constrain(property, validation);
  }
}

function constrain(property: Schema, { name = '', constraints, each }: Validation): void {
  const [first, second] = (constraints ?? []) as unknown[];
  const words = WORDS[name]?.(first, second) ?? {};
  const schema = each && property['items'] ? (property['items'] as Schema) : property;
  for (const [word, value] of Object.entries(words)) {
    if (word === 'type') schema['type'] = Array.isArray(schema['type']) ? [value, 'null'] : value;
    else if (value !== undefined && !(word === 'maxLength' && 'enum' in schema)) schema[word] ??= value;
  }
}

/** Every class with decorators of class-validator, which keeps them to itself. */
export function validatedClasses(): Type[] {
  const storage = getMetadataStorage() as unknown as { validationMetadatas: Map<Type, unknown> };
  return [...storage.validationMetadatas.keys()];
}
