import { AppError } from '@portal/kernel';
import { billingErrors } from '../../errors.js';
import type { Exponents, PolicyDefinition } from './policy-definition.js';
import { POLICIES } from './policy-definitions.js';
import { PolicyReader } from './policy-reader.js';

export type PolicyKey = keyof typeof POLICIES;

/** Value type of each policy. */
export type PolicyValues = {
  [K in PolicyKey]: (typeof POLICIES)[K] extends PolicyDefinition<infer T> ? T : never;
};

export const POLICY_KEYS = Object.keys(POLICIES) as PolicyKey[];

/** The initial values, valid until two finance users decide otherwise. */
export const BUILT_IN_POLICIES = Object.fromEntries(
  POLICY_KEYS.map((key) => [key, POLICIES[key].builtIn]),
) as unknown as PolicyValues;

export function isPolicyKey(text: string): text is PolicyKey {
  return Object.hasOwn(POLICIES, text);
}

export function policyDefinition<K extends PolicyKey>(key: K): PolicyDefinition<PolicyValues[K]> {
  return (POLICIES as unknown as { [P in PolicyKey]: PolicyDefinition<PolicyValues[P]> })[key];
}

/**
 * Parses a proposed value for a policy, checked as a whole.
 * @param currencies lower-case codes of the ledger's currencies
 * @throws AppError `policy_value_invalid` (422) with every error
 */
export function parsePolicy<K extends PolicyKey>(
  key: K,
  value: unknown,
  currencies: ReadonlySet<string>,
): PolicyValues[K] {
  const read = new PolicyReader(currencies);
  const parsed = policyDefinition(key).parse(read, value, '/value');
  if (read.details.length > 0) throw new AppError(billingErrors.policy_value_invalid, { details: read.details });
  return parsed;
}

/** The meaning of a policy's value in one or two sentences. */
export function describePolicy<K extends PolicyKey>(key: K, value: PolicyValues[K], exponents: Exponents): string {
  return policyDefinition(key).describe(value, exponents);
}
