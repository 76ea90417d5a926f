import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { AppError, commonErrors, type ErrorDetail } from '@portal/kernel';

/** Request objects take known fields of the right type and nothing else; everything wrong is reported at once. */
export function createValidationPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) =>
      new AppError(commonErrors.invalid_request, { details: errors.flatMap((error) => detailsOf(error, '')) }),
  });
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
