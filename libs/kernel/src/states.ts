import { AppError } from './app-error.js';
import { commonErrors } from './common-errors.js';

/** A state machine: which state may follow which. */
export interface States<S extends string> {
  readonly states: readonly S[];
  can(from: S, to: S): boolean;
  /** @throws AppError `invalid_transition` (409) naming both states. */
  assert(from: S, to: S): void;
  /** States without a successor. */
  readonly final: readonly S[];
}

/**
 * Builds a state machine from its table. The first key is the initial state.
 * @throws Error when a state cannot be reached from the first one.
 */
export function defineStates<S extends string>(table: Record<S, readonly NoInfer<S>[]>): States<S> {
  const states = Object.keys(table) as S[];
  const reached = new Set<S>(states.slice(0, 1));
  for (const from of reached) for (const to of table[from]) reached.add(to);
  const lost = states.filter((s) => !reached.has(s));
  if (lost.length > 0) throw new Error(`states that nothing leads to: ${lost.join(', ')}`);
  const can = (from: S, to: S): boolean => (table[from] ?? []).includes(to);
  return {
    states,
    can,
    assert(from, to) {
      if (!can(from, to))
        throw new AppError(commonErrors.invalid_transition, { message: `Not possible from "${from}" to "${to}".` });
    },
    final: states.filter((s) => table[s].length === 0),
  };
}
