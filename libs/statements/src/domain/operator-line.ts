/** Who the operator is on paper; all null: nobody has decided it. */
export interface Operator {
  readonly legal_name: string | null;
  readonly address: string | null;
  readonly country: string | null;
  readonly tax_id: string | null;
}

/** Stands where the operator's name would, so that a missing one is seen and not overlooked. */
export const OPERATOR_UNNAMED =
  'NOT SET: legal name, address and tax number of the operator (finance, policy "Operator on documents")';

/** One line for tables: `Acme Ltd, Street 1, Town, GB`; says so when nobody has decided it. */
export function operatorLine({ legal_name: name, address, country }: Operator): string {
  return name === null ? OPERATOR_UNNAMED : [name, ...(address ?? '').split('\n'), country].join(', ');
}
