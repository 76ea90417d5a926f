import {
  ValidationPipe,
  type ArgumentMetadata,
  type PipeTransform,
  type ValidationError,
  type ValidationPipeOptions,
  Param,
  ParseUUIDPipe,
} from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { isObject } from '@portal/contract';
import { AppError, commonErrors, type ErrorDetail } from '@portal/kernel';
import { fieldSentence } from './field-sentences.js';
import { JsonBody } from '../bodies/json-body.js';

/** Maximum number of reported errors per request. */
const MOST_DETAILS = 50;
const NO_OBJECT: ErrorDetail = { pointer: '', code: 'is_object', message: 'Send an object.' };

const RULES: ValidationPipeOptions = {
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: true,
  validationError: { target: false, value: false },
  exceptionFactory: (errors) =>
    new AppError(commonErrors.invalid_request, {
      details: errors.flatMap((error) => detailsOf(error, '')).slice(0, MOST_DETAILS),
    }),
};

/** The library looks through the rules of every class for each object; those of a class never change. */
function keepRules(): void {
  const storage = getMetadataStorage();
  const look = storage.getTargetValidationMetadatas.bind(storage);
  const kept = new Map<unknown, ReturnType<typeof look>>();
  storage.getTargetValidationMetadatas = (target, schema, always, strict, groups) => {
    const rules = kept.get(target) ?? look(target, schema, always, strict, groups);
    if (!groups?.length && !schema) kept.set(target, rules);
    return rules;
  };
}
keepRules();

/** Request objects accept only known fields of the right type; all errors are reported at once. */
export function createValidationPipe(): ValidationPipe {
  return new ValidationPipe(RULES);
}

/** Reads and validates requests. A body is read here, after the guards; a missing one counts as empty. */
export class RequestPipe implements PipeTransform {
  private readonly rules = createValidationPipe();

  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type !== 'body') {
      refuseNul(metadata.data === undefined && isObject(value) ? value : { [metadata.data ?? '']: value });
      return this.rules.transform(value, metadata);
    }
    const body = value instanceof JsonBody ? value.read() : (value ?? {});
    // Later steps would treat null as an empty object, and an array as several bodies.
    if (!isObject(body)) throw new AppError(commonErrors.invalid_request, { details: [NO_OBJECT] });
    return this.rules.transform(body, metadata);
  }
}

/** No column can hold the character, and an answer that has begun could not say so any more. */
function refuseNul(fields: Readonly<Record<string, unknown>>): void {
  const details = Object.entries(fields)
    .filter(([, value]) => [value].flat().some((one) => typeof one === 'string' && one.includes('\0')))
    .map(([name]) => ({ pointer: `/${name}`, code: 'nul', message: 'Leave out the character NUL.' }));
  if (details.length > 0) throw new AppError(commonErrors.invalid_request, { details });
}

function detailsOf(error: ValidationError, parent: string): ErrorDetail[] {
  const pointer = `${parent}/${error.property.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
    pointer,
    code:
      rule === 'whitelistValidation'
        ? 'unknown_field'
        : rule.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    message: fieldSentence(message),
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => detailsOf(child, pointer))];
}

/** An id in the path of the route, which has to be a UUID. */
export const IdParam = (name = 'id'): ParameterDecorator => Param(name, ParseUUIDPipe);
