import type { ReadEndpoint, ReadingProblem } from '../../install/polling/domain/reading.js';

/** The endpoints whose calls are kept: one series each for a Drive. */
export const KEPT_ENDPOINTS = ['health', 'metrics', 'events'] as const;
export type KeptEndpoint = (typeof KEPT_ENDPOINTS)[number];

export const isKept = (endpoint: ReadEndpoint): endpoint is KeptEndpoint =>
  (KEPT_ENDPOINTS as readonly string[]).includes(endpoint);

/**
 * What a call says about the Drive: 1 it answered as the contract wants, 0 it did not. Null says nothing: it was not asked,
 * the fault is ours, or one install's token is refused, which a new token mends. A quota that is used up is an answer.
 */
export function outcomeOf(problem: ReadingProblem | null): 0 | 1 | null {
  switch (problem) {
    case null:
    case 'quota_exceeded':
      return 1;
    case 'resting':
    case 'our_fault':
    case 'token_refused':
      return null;
    case 'no_answer':
    case 'http_status':
    case 'malformed_answer':
    case 'other_tenant':
    case 'too_much_out_of_order':
      return 0;
  }
}

const MOST_FIGURES = 20;
const LONGEST_NAME = 64;
/** What is larger is no count of anything, and could not be added up. */
const LARGEST = 1e15;

/** The figures in an answer of metrics: plain numbers at its top, the first 20, under names of at most 64 characters. */
export function figuresOf(metrics: object): { name: string; value: number }[] {
  return Object.entries(metrics as Record<string, unknown>)
    .flatMap(([name, value]) =>
      typeof value === 'number' && Math.abs(value) <= LARGEST && name.length <= LONGEST_NAME && !name.includes('\0')
        ? [{ name, value }]
        : [],
    )
    .slice(0, MOST_FIGURES);
}
