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
  /** Of the bookings, such as `Refund to the tenant`. */
  readonly title: string;
  /** Minor units; negative when it was reversed, positive when it was reinstated. */
  readonly amountMinor: bigint;
}

/** What bookings of one title took from lines of the statement itself (`own`), or from those of earlier ones. */
const linksOf = ({ lines, entries }: Document, own: boolean): (EntryLink & { title: string })[] => {
  const ids = new Set(lines.map(({ line_id }) => line_id));
  return entries
    .flatMap(({ title, lines: links }) => links.map((link) => ({ ...link, title })))
    .filter(({ line_id }) => ids.has(line_id) === own);
};

/** Lines of earlier statements that this one reverses or reinstates. */
export const linesElsewhere = (document: Document): string[] => linksOf(document, false).map(({ line_id }) => line_id);

/** What was reversed of a statement's own supplies before they were invoiced, by the title of its bookings. Minor units. */
export function reversalsOf(document: Document): [title: string, amountMinor: bigint][] {
  const found = new Map<string, bigint>();
  for (const { title, amount_minor } of linksOf(document, true))
    found.set(title, (found.get(title) ?? 0n) + BigInt(amount_minor));
  return [...found];
}

/**
 * What a statement changes of earlier self-billing invoices, by invoice and title, without invoices whose changes make up
 * for each other; `invoices`: the one on which each line stands.
 */
export function correctionsOf(document: Document, invoices: ReadonlyMap<string, SelfBillingInvoice>): Correction[] {
  const found = new Map<string, Correction>();
  const sums = new Map<string, bigint>();
  for (const { line_id, amount_minor, title } of linksOf(document, false)) {
    const invoice = invoices.get(line_id);
    if (invoice === undefined) continue;
    const key = `${invoice.number} ${title}`;
    const amountMinor = (found.get(key)?.amountMinor ?? 0n) + BigInt(amount_minor);
    found.set(key, { ...invoice, title, amountMinor });
    sums.set(invoice.number, (sums.get(invoice.number) ?? 0n) + BigInt(amount_minor));
  }
  return [...found.values()]
    .filter(({ number, amountMinor }) => sums.get(number) !== 0n && amountMinor !== 0n)
    .sort((a, b) => (a.number < b.number ? -1 : a.number > b.number ? 1 : 0));
}
