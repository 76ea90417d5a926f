import { operatorRows, type OperatorIdentity } from '@portal/billing';
import { formatMinor } from '@portal/kernel';
import type { PrintedDocument } from '@portal/platform/pdf';
import type { StatementDocument } from '@portal/statement-proof';
import { reversalsOf, type Correction } from './domain/self-billing.js';
import { TEST_SENTENCE } from './domain/test-mark.js';
import type { TaxProfile } from './persistence/tax-profiles.repository.js';

const VAT = {
  not_registered: 'The supplier is not registered for value added tax; none is charged.',
  reverse_charge: 'Reverse charge: the recipient accounts for the value added tax.',
  exempt: 'The supply is exempt from value added tax.',
} as const;

/** A paper to draw: its parties as of its issue; `corrections` are null on an invoice. */
export interface SelfBillingPaper {
  readonly number: string;
  readonly issuedAt: Date;
  readonly supplier: TaxProfile;
  readonly corrections: readonly Correction[] | null;
}

/** A self-billing invoice over what was paid for in a statement, or a corrective of earlier ones, as it is printed. */
export function printedPaper(
  document: StatementDocument,
  { number, issuedAt, supplier, corrections }: SelfBillingPaper,
  operator: OperatorIdentity | undefined,
  isTest: boolean,
): PrintedDocument {
  const { month, currency, exponent } = document.statement;
  const money = (minor: bigint): string => formatMinor(minor, currency, exponent);
  const rows = corrections?.map(
    (one) => [`Amends self-billing invoice ${one.number} of ${one.issuedOn}: ${one.title}`, one.amountMinor] as const,
  ) ?? [...suppliesOf(document), ...reversalsOf(document)];
  const net = rows.reduce((sum, [, minor]) => sum + minor, 0n);
  const treatments = corrections?.map(({ vatTreatment }) => vatTreatment) ?? [supplier.vatTreatment];
  return {
    title: `${corrections ? 'Corrective self-billing invoice' : 'Self-billing invoice'} ${number}`,
    number,
    issuedAt: issuedAt.toISOString(),
    notice: `By the recipient in the supplier's name, as agreed. Statement of ${month} (UTC). Amounts in ${currency.toUpperCase()}.${isTest ? ` ${TEST_SENTENCE}` : ''}`,
    parts: [
      [
        'Supplier',
        [
          ...[supplier.legalName, ...supplier.address.split('\n'), supplier.country],
          ...(supplier.taxId === null ? [] : [`Tax number ${supplier.taxId}`]),
          ...(supplier.vatId === null ? [] : [`VAT number ${supplier.vatId}`]),
        ].map((text) => [text]),
      ],
      ['Recipient', operatorRows(operator).map((text) => [text])],
      [
        corrections ? 'Corrections' : "Author's share of the charges for the use of Drives",
        rows.map(([text, minor]) => [text, money(minor)]),
      ],
      [
        'Total',
        [
          ['Net', money(net)],
          ['VAT', money(0n)],
          ['Total', money(net)],
        ],
      ],
      ['Notes', [...new Set(treatments)].map((treatment) => [VAT[treatment]])],
    ],
  };
}

/** By Drive and month of use. */
function suppliesOf({ lines }: StatementDocument): (readonly [string, bigint])[] {
  const groups = new Map<string, { text: string; lines: number; minor: bigint }>();
  for (const { drive_id, drive_name, month, author_minor } of lines) {
    const key = `${drive_id} ${month}`;
    const { lines: before, minor } = groups.get(key) ?? { lines: 0, minor: 0n };
    groups.set(key, { text: `${drive_name}, ${month}`, lines: before + 1, minor: minor + BigInt(author_minor) });
  }
  return [...groups.values()].map((one) => [
    `${one.text}, ${one.lines} ${one.lines === 1 ? 'line' : 'lines'}`,
    one.minor,
  ]);
}
