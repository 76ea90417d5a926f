import { object } from './policy-definition.js';
import type { PolicyReader } from './policy-reader.js';

const LINE = /^(?=.*\S)[^\p{Cc}]{1,200}$/u;
const LINES = /^(?=.*\S)[^\p{Cc}]{1,120}(\n[^\p{Cc}]{1,120}){0,5}$/u;
const TAX_ID = /^[\p{L}\p{N}][\p{L}\p{N} ./-]{1,39}$/u;

/** The operator's data on documents. Name, address and country are set together or not at all. */
export interface OperatorIdentity {
  readonly legal_name: string | null;
  /** Lines as on an envelope, without the country. */
  readonly address: string | null;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string | null;
  /** VAT or other tax number; null when the operator has none. */
  readonly tax_id: string | null;
}

/** Printed instead of the operator's name while it is not set, so that the omission is noticed. */
const OPERATOR_UNNAMED =
  'NOT SET: legal name, address and tax number of the operator (finance, policy "Operator on documents")';

const addressed = ({ legal_name, address, country }: OperatorIdentity): string[] =>
  legal_name === null ? [OPERATOR_UNNAMED] : [legal_name, ...address!.split('\n'), country!];

/** The operator on a document, line by line. */
export function operatorRows(operator: OperatorIdentity | undefined): string[] {
  if (!operator?.legal_name) return [OPERATOR_UNNAMED];
  return [...addressed(operator), operator.tax_id === null ? 'No tax number' : `Tax number ${operator.tax_id}`];
}

/** The operator in one line for tables: `Acme Ltd, Street 1, Town, GB`, or that it is not set. */
export const operatorLine = (operator: OperatorIdentity): string => addressed(operator).join(', ');

/** The seller on invoices, and the recipient of self-billing invoices. */
export const operatorPolicy = object<OperatorIdentity>('operator_identity', {
  title: 'Operator on documents',
  builtIn: { legal_name: null, address: null, country: null, tax_id: null },
  parse: (read, value, at) => operatorIdentity(read, value, at),
  describe: (operator) =>
    operator.legal_name === null
      ? 'Documents state that the legal name, address and tax number of the operator are not set.'
      : `Documents name ${operatorLine(operator)}, ${operator.tax_id === null ? 'without a tax number' : `tax number ${operator.tax_id}`}. This applies to documents issued from then on.`,
});

function operatorIdentity(read: PolicyReader, value: unknown, at: string): OperatorIdentity {
  const raw = read.fields(value, ['legal_name', 'address', 'country', 'tax_id'], at);
  const given = Object.values(raw).some((part) => part !== null);
  if (!given) return { legal_name: null, address: null, country: null, tax_id: null };
  const taxId = raw['tax_id'];
  return {
    legal_name: read.text(raw['legal_name'], LINE, 'Enter the legal name, up to 200 characters.', `${at}/legal_name`),
    address: read.text(raw['address'], LINES, 'Enter the address in up to 6 lines.', `${at}/address`),
    country: read.country(raw['country'], `${at}/country`),
    tax_id:
      taxId === null ? null : read.text(taxId, TAX_ID, 'Enter a tax number of 2 to 40 characters.', `${at}/tax_id`),
  };
}
