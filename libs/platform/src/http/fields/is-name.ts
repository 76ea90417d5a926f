import { applyDecorators } from '@nestjs/common';
import { nameProblem } from '@portal/contract';
import { ValidateBy } from 'class-validator';
import { trimmed } from './text-fields.js';

/** The name of a person or company: one visible line without a URL, and without the blanks around it. Other rules are up to the caller. */
export function IsName(of: 'person' | 'company'): PropertyDecorator {
  const one = ValidateBy({
    name: 'isName',
    validator: {
      validate: (value: unknown) => typeof value !== 'string' || nameProblem(value, of) === null,
      defaultMessage: (args) => {
        const value: unknown = args?.value;
        return `Write the name only: it ${typeof value === 'string' ? nameProblem(value, of) : 'is no text'}.`;
      },
    },
  });
  return applyDecorators(trimmed, one);
}
