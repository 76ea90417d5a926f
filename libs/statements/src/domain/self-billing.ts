import type { EntryLink, StatementDocument } from '@portal/statement-proof';

type Document = Omit<StatementDocument, 'proof'>;

/** An issued self-billing invoice, as a corrective names it. */
export interface SelfBillingInvoice {
  readonly number: string;
  /** `YYYY-MM-DD` */
  readonly issuedOn: string;
  /** As it was issued: a correction has the treatment of its supply. */
  readonly vatTreatment: 'not_registered' | 'reverse_charge' | 'exempt';
}
export interface Correction extends SelfBillingInvoice {
  /** Minor units; negative when it was reversed, positive when it was reinstated. */
  readonly amountMinor: bigint;
}

/** Amounts that other bookings took from the lines of the statement itself (`own`), or from those of earlier ones. */
export const linksOf = ({ lines, entries }: Document, own: boolean): EntryLink[] => {
  const ids = new Set(lines.map(({ line_id }) => line_id));
  return entries.flatMap((entry) => entry.lines).filter(({ line_id }) => ids.has(line_id) === own);
};

/** Lines of earlier statements that this one reverses or reinstates. */
export const linesElsewhere = (document: Document): string[] => linksOf(document, false).map(({ line_id }) => line_id);

/** What a statement changes of earlier self-billing invoices; `invoices`: the one on which each line stands. */
export function correctionsOf(document: Document, invoices: ReadonlyMap<string, SelfBillingInvoice>): Correction[] {
  const found = new Map<string, Correction>();
  for (const { line_id, amount_minor } of linksOf(document, false)) {
    const invoice = invoices.get(line_id);
    if (invoice === undefined) continue;
    const amountMinor = (found.get(invoice.number)?.amountMinor ?? 0n) + BigInt(amount_minor);
    found.set(invoice.number, { ...invoice, amountMinor });
  }
  return [...found.values()]
    .filter(({ amountMinor }) => amountMinor !== 0n)
    .sort((a, b) => (a.number < b.number ? -1 : 1));
}
