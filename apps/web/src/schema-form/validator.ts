import { Validator } from '@cfworker/json-schema';
import type { OutputUnit, Schema } from '@cfworker/json-schema';
import { toErrorSchema } from '@rjsf/utils';
import type { ErrorTransformer, RJSFSchema, RJSFValidationError, UiSchema, ValidatorType } from '@rjsf/utils';

// Schemas come from authors at run time. Compiling validators need `eval`, which the CSP forbids (and which then loses
// every field error silently), so this one interprets.

/** Keywords that only say "something inside is wrong"; the error inside is reported by itself. */
const containers = new Set(['properties', 'items', 'additionalProperties', 'allOf', 'anyOf', 'oneOf', 'if', '$ref']);

function pointerToPath(pointer: string): string[] {
  return pointer
    .replace(/^#\/?/, '')
    .split('/')
    .filter(Boolean)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(schema: Schema, unit: OutputUnit): unknown {
  let at: unknown = schema;
  for (const key of pointerToPath(unit.keywordLocation)) {
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined;
  }
  return at;
}

function sentence(unit: OutputUnit, limit: unknown): string {
  switch (unit.keyword) {
    case 'required':
      return 'Fill this in.';
    case 'type':
      return `Must be ${Array.isArray(limit) ? limit.join(' or ') : `of type ${String(limit)}`}.`;
    case 'enum':
      return 'Choose one of the offered values.';
    case 'minLength':
      return `At least ${String(limit)} characters.`;
    case 'maxLength':
      return `At most ${String(limit)} characters.`;
    case 'minimum':
      return `At least ${String(limit)}.`;
    case 'maximum':
      return `At most ${String(limit)}.`;
    case 'minItems':
      return `At least ${String(limit)} entries.`;
    case 'maxItems':
      return `At most ${String(limit)} entries.`;
    default:
      return unit.error;
  }
}

/** The field a missing one belongs to is the missing one itself, not the object around it. */
function missingProperty(unit: OutputUnit): string[] {
  const name = unit.keyword === 'required' ? /"([^"]*)"/.exec(unit.error)?.[1] : undefined;
  return name === undefined ? [] : [name];
}

function toFormError(schema: Schema, unit: OutputUnit): RJSFValidationError {
  const path = [...pointerToPath(unit.instanceLocation), ...missingProperty(unit)];
  const message = sentence(unit, valueAt(schema, unit));
  return { name: unit.keyword, property: `.${path.join('.')}`, message, stack: `${path.join(' → ')}: ${message}` };
}

/** All errors of `data` under `schema`, in human words, each at its own field. */
export function validateAgainst(schema: Schema, data: unknown): RJSFValidationError[] {
  const result = new Validator(schema, '7', false).validate(data);
  return result.errors.filter((unit) => !containers.has(unit.keyword)).map((unit) => toFormError(schema, unit));
}

function isValidFor(schema: Schema | boolean, data: unknown): boolean {
  try {
    return new Validator(schema, '7').validate(data).valid;
  } catch {
    return false;
  }
}

type Data = Record<string, unknown>;

export const validator: ValidatorType<Data> = {
  validateFormData(data, schema, _custom, transform?: ErrorTransformer<Data>, uiSchema?: UiSchema<Data>) {
    const found = validateAgainst(schema as Schema, data ?? {});
    const errors = transform ? transform(found, uiSchema) : found;
    return { errors, errorSchema: toErrorSchema<Data>(errors) };
  },
  isValid: (schema: RJSFSchema, data: Data | undefined) => isValidFor(schema as Schema, data),
  rawValidation: <Result>(schema: RJSFSchema, data?: Data) => ({
    errors: validateAgainst(schema as Schema, data ?? {}) as Result[],
  }),
};

export default validator;
