/** The operator's data on documents; all fields are null until finance has set them. */
export interface Operator {
  readonly legal_name: string | null;
  readonly address: string | null;
  readonly country: string | null;
  readonly tax_id: string | null;
}

/** Printed instead of the operator's name while it is not set, so that the omission is noticed. */
const OPERATOR_UNNAMED =
  'NOT SET: legal name, address and tax number of the operator (finance, policy "Operator on documents")';

/** The operator in one line for tables: `Acme Ltd, Street 1, Town, GB`, or `OPERATOR_UNNAMED`. */
export function operatorLine({ legal_name: name, address, country }: Operator): string {
  return name === null ? OPERATOR_UNNAMED : [name, ...(address ?? '').split('\n'), country].join(', ');
}
