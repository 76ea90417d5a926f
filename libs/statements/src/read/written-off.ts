import { Injectable } from '@nestjs/common';
import { Billing, type LineView } from '@portal/billing';
import { Ledger } from '@portal/ledger';
import { Database } from '@portal/platform/database';

/** The part of an author's unpaid lines that will not be collected. */
@Injectable()
export class WrittenOff {
  constructor(
    private readonly billing: Billing,
    private readonly ledger: Ledger,
    private readonly database: Database,
  ) {}

  /**
   * The author's share by line, minor units: what credit notes took, or all of it when the invoice was written off.
   * Counts postings up to `upTo`; lines without such an amount are left out.
   */
  async of(orgId: string, unpaid: readonly LineView[], upTo: string): Promise<Map<string, bigint>> {
    if (unpaid.length === 0) return new Map();
    const [reversals, writtenOff] = await Promise.all([
      this.billing.takenFromLines([orgId], {
        postingKeys: [],
        creditedInvoices: [...new Set(unpaid.map(({ invoiceId }) => invoiceId))],
      }),
      this.ledger.booked(this.database, {
        kind: 'write_off',
        sourceType: 'invoice',
        sourceIds: [...new Set(unpaid.flatMap(({ payers }) => payers))],
        upTo,
      }),
    ]);
    const lost = new Set(writtenOff.map(({ sourceId }) => sourceId));
    const credited = new Map<string, bigint>();
    for (const { lineId, txId, authorMinor } of reversals.get(orgId) ?? [])
      if (txId !== null && BigInt(txId) <= BigInt(upTo))
        credited.set(lineId, (credited.get(lineId) ?? 0n) + authorMinor);
    return new Map(
      unpaid.flatMap(({ lineId, payers, authorMinor }): [string, bigint][] => {
        const amount = payers.some((id) => lost.has(id)) ? authorMinor : (credited.get(lineId) ?? 0n);
        return amount === 0n ? [] : [[lineId, amount]];
      }),
    );
  }
}
