import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';

type Schema = Record<string, unknown>;
type Validation = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** Words of JSON Schema that say what a decorator of class-validator checks, by the decorator's name. */
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
  arrayUnique: () => ({ uniqueItems: true }),
};

/** Writes into the schemas of request bodies what the validation pipe checks, so that it is said once, at the field. */
export function addConstraints(schemas: Record<string, Schema>): void {
  for (const target of validatedClasses()) {
    const properties = schemas[target.name]?.['properties'] as Record<string, Schema> | undefined;
    if (!properties) continue;
    for (const validation of getMetadataStorage().getTargetValidationMetadatas(target, '', false, false)) {
      const property = properties[validation.propertyName];
      if (property) constrain(property, validation);
    }
  }
}

function constrain(property: Schema, { name = '', constraints, each }: Validation): void {
  const [first, second] = (constraints ?? []) as unknown[];
  const words = WORDS[name]?.(first, second) ?? {};
  const schema = each && property['items'] ? (property['items'] as Schema) : property;
  for (const [word, value] of Object.entries(words)) {
    if (word === 'type') schema['type'] = Array.isArray(schema['type']) ? [value, 'null'] : value;
    else if (value !== undefined) schema[word] ??= value;
  }
}

/** Every class with decorators of class-validator, which keeps them to itself. */
export function validatedClasses(): Type[] {
  const storage = getMetadataStorage() as unknown as { validationMetadatas: Map<Type, unknown> };
  return [...storage.validationMetadatas.keys()];
}
