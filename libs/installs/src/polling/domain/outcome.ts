import type { ReadingProblem } from './reading.js';

/**
 * Meaning of a call for the Drive: 1 it answered as the contract requires, 0 it did not. Null is neutral: it was not
 * called, the failure is the platform's, or one install's token is refused. A quota that is used up is an answer.
 */
export function outcomeOf(problem: ReadingProblem | null): 0 | 1 | null {
  switch (problem) {
    case null:
    case 'quota_exceeded':
      return 1;
    case 'resting':
    case 'our_fault':
    case 'token_refused':
    // Without a reason it may be the token.
    case 'unauthorized':
      return null;
    case 'no_answer':
    case 'http_status':
    case 'signature_refused':
    case 'clock_skew':
    case 'malformed_answer':
    case 'other_tenant':
    case 'too_much_out_of_order':
      return 0;
  }
}
