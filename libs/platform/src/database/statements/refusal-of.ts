import { AppError, type ErrorDef } from '@portal/kernel';
import { violatedConstraint } from './database-errors.js';

/**
 * What a violated constraint means to the caller: an AppError of its refusal. Any other error is returned unchanged, so
 * that the result can be thrown in every case.
 * @param refusals by name of the constraint
 */
export function refusalOf(error: unknown, refusals: Readonly<Record<string, ErrorDef>>): unknown {
  const constraint = violatedConstraint(error);
  const refusal = constraint === undefined ? undefined : refusals[constraint];
  return refusal ? new AppError(refusal, { cause: error }) : error;
}
