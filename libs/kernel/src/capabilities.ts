import type { AppError } from './app-error.js';

interface Sheet<S extends string, C extends string> {
  /** What it is about: `author`. */
  readonly thing: string;
  /** Each capability in words, after "may": `submit a Drive`. */
  readonly words: Readonly<Record<C, string>>;
  /** What it may do in each state. */
  readonly states: Readonly<Record<S, readonly NoInfer<C>[]>>;
  /** The refusal in a state that does not allow it. */
  because(state: NoInfer<S>, capability: NoInfer<C>): AppError;
}

/** What a thing may do in which state. Every door asks this table; none looks at the state itself. */
export interface Capabilities<S extends string = string, C extends string = string> {
  readonly thing: string;
  readonly words: Readonly<Record<C, string>>;
  readonly states: readonly S[];
  allows(state: S, capability: C): boolean;
  /** Why the state does not allow it; undefined when it does. */
  refusal(state: S, capability: C): AppError | undefined;
  /** The states that allow it, as a list for SQL: `'listed', 'paused'`. */
  sql(capability: C): string;
}

/** @throws Error when no state allows a capability */
export function defineCapabilities<S extends string, C extends string>(sheet: Sheet<S, C>): Capabilities<S, C> {
  const { thing, words, because } = sheet;
  const states = Object.keys(sheet.states) as S[];
  const allows = (state: S, capability: C): boolean => sheet.states[state].includes(capability);
  const never = (Object.keys(words) as C[]).filter((capability) => !states.some((state) => allows(state, capability)));
  if (never.length > 0) throw new Error(`no state of ${thing} allows ${never.join(', ')}`);
  return {
    thing,
    words,
    states,
    allows,
    refusal: (state, capability) => (allows(state, capability) ? undefined : because(state, capability)),
    sql: (capability) =>
      states
        .filter((state) => allows(state, capability))
        .map((state) => `'${state}'`)
        .join(', '),
  };
}
