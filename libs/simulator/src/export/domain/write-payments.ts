import type { RealFacts, Writing, Written } from './real-facts.js';

/**
 * The outcome of each charge. An organization's invoices contain only its own lines and are charged separately
 * (`ownCurrency`): a carried one has the charges of the invoice that collected it, and one that was not charged yet is
 * declined once, because it would otherwise be paid immediately.
 */
export function writePayments(facts: RealFacts, { own, named }: Writing): Written[] {
  const events = facts.payments
    .filter((payment) => !own || leftOf(facts, payment, payment.at) > 0n)
    .map((payment) => ({
      at: payment.at.toISOString(),
      type: 'payment',
      tenant: named(payment.tenant_id),
      month: payment.month,
      currency: payment.currency,
      outcome: payment.state === 'succeeded' ? 'paid' : payment.state,
      ...(!own && payment.fee !== null ? { fee: payment.fee } : {}),
    }));
  if (!own) return events;
  const tried = new Set(facts.payments.map(keyOf));
  const cards = new Set(facts.tenants.filter((one) => one.has_card && !one.untried).map((one) => one.tenant_id));
  const closed = new Map(facts.periods.map(({ month, closed_at }) => [month, closed_at]));
  const untried = facts.ownInvoices.flatMap((invoice): Written[] => {
    const at = closed.get(invoice.month);
    if (at === undefined || tried.has(keyOf(invoice)) || !cards.has(invoice.tenant_id) || invoice.gross === '0')
      return [];
    const { month, currency } = invoice;
    const tenant = named(invoice.tenant_id);
    return [{ at: at.toISOString(), type: 'payment', tenant, month, currency, outcome: 'declined' }];
  });
  return [...untried, ...events];
}

/** For one organization no amount is too small to be charged, because the whole invoice was large enough. */
export function ownCurrency<T extends { code: string; charge_multiple: number; min_charge: string }>(
  currency: T,
  facts: RealFacts,
): T {
  return facts.segments.some((segment) => segment.currency === currency.code)
    ? { ...currency, charge_multiple: 1, min_charge: '1' }
    : currency;
}

interface OfInvoice {
  readonly tenant_id: string;
  readonly month: string;
  readonly currency: string;
}

const keyOf = ({ tenant_id, month, currency }: OfInvoice): string => `${tenant_id} ${month} ${currency}`;

/**
 * The part of the organization's lines that was still due. Nothing when credit notes took all of it and only other
 * lines were charged.
 */
function leftOf(facts: RealFacts, of: OfInvoice, at: Date): bigint {
  const key = keyOf(of);
  const gross = facts.ownInvoices.find((invoice) => keyOf(invoice) === key)?.gross ?? '0';
  return facts.creditNotes
    .filter((note) => keyOf(note) === key && note.at <= at)
    .flatMap(({ taken }) => taken)
    .reduce((left, { amount }) => left - BigInt(amount), BigInt(gross));
}
