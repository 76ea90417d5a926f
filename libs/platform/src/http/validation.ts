import {
  ValidationPipe,
  type ArgumentMetadata,
  type PipeTransform,
  type ValidationError,
  type ValidationPipeOptions,
} from '@nestjs/common';
import { isObject } from '@portal/contract';
import { AppError, commonErrors, type ErrorDetail } from '@portal/kernel';
import { JsonBody } from './json-body.js';

/** So much of what is wrong with one request is told; whoever has more than that mends these first. */
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

/** Request objects take known fields of the right type and nothing else; everything wrong is reported at once. */
export function createValidationPipe(): ValidationPipe {
  return new ValidationPipe(RULES);
}

/** Reads and validates what a request brings. A body is read here, after the guards; none counts as an empty one. */
export class RequestPipe implements PipeTransform {
  private readonly rules = createValidationPipe();

  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type !== 'body') return this.rules.transform(value, metadata);
    const body = value instanceof JsonBody ? value.read() : (value ?? {});
    // Null would count as an empty object further on, and an array as several bodies.
    if (!isObject(body)) throw new AppError(commonErrors.invalid_request, { details: [NO_OBJECT] });
    return this.rules.transform(body, metadata);
  }
}

function detailsOf(error: ValidationError, parent: string): ErrorDetail[] {
  const pointer = `${parent}/${error.property.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
    pointer,
    code:
      rule === 'whitelistValidation'
        ? 'unknown_field'
        : rule.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    message,
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => detailsOf(child, pointer))];
}
