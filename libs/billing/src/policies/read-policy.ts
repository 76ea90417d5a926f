import { normalized } from '../tax/tax-ids.js';
import type { OperatorIdentity } from './domain/operator-policy.js';
import { parsePolicy, type PolicyKey } from './domain/policy.js';

/**
 * As `parsePolicy`. A tax number of the operator that begins as a VAT number of its country has to be one.
 * @throws AppError `policy_value_invalid`, `tax_id_invalid` (422)
 */
export function readPolicy(key: PolicyKey, value: unknown, currencies: ReadonlySet<string>) {
  const parsed = parsePolicy(key, value, currencies);
  if (key === 'operator_identity') {
    const { country, tax_id: taxId } = parsed as OperatorIdentity;
    if (country && taxId?.toUpperCase().startsWith(country === 'GR' ? 'EL' : country))
      normalized('/value/tax_id', country, taxId);
  }
  return parsed;
}
