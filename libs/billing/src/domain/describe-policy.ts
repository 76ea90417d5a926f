import { formatMinor } from '@portal/kernel';
import type { AmountByCurrency, PolicyKey, PolicyValues } from './policy.js';

/** Decimal places by currency, for amounts in sentences. */
export type Exponents = ReadonlyMap<string, number>;

type Sentences = { [K in PolicyKey]: (value: PolicyValues[K], exponents: Exponents) => string };

const SENTENCES: Sentences = {
  proration_unit: (unit) =>
    unit === 'seconds'
      ? 'An install that runs for a part of a month pays for its seconds, rounded half up.'
      : 'An install that runs for a part of a month pays for its days (UTC), rounded half up.',
  author_share: ({ basis_points: points, rounding }) =>
    `The author gets ${percent(points)} of what a tenant pays without tax, rounded ${rounding === 'line' ? 'line by line' : 'on the running total of author, currency and month'}. ` +
    `The platform gets ${percent(10_000 - points)} and bears the processor's fees. It holds for installs that begin from then on.`,
  payment_retry: ({ after_days: days, grace_days: grace }) =>
    `A refused charge is tried again ${days.join(', ')} ${days.at(-1) === 1 ? 'day' : 'days'} after the first refusal. ` +
    `${plural(grace, 'day')} after the last try the tenant's paid installs are suspended.`,
  invoice_timing: () => 'A month is billed after it is over, at its close.',
  tax: ({ provider, table }) => {
    if (provider === 'none') return 'No tax is added to invoices.';
    if (provider === 'stripe_tax') return 'Stripe Tax computes the tax of each invoice.';
    const places = table.map(
      (rate) =>
        `${rate.country}${rate.region === null ? '' : `-${rate.region}`} ${percent(rate.basis_points)} ${rate.name}` +
        (rate.reverse_charge ? ' (none with a tax id: reverse charge)' : ''),
    );
    return `Tax is added by a fixed table: ${places.join('; ')}. Elsewhere none.`;
  },
  small_balance: (rule) =>
    rule === 'carry'
      ? "An amount under the currency's minimum charge is carried to the tenant's next invoice."
      : "An amount under the currency's minimum charge stays aside and is not charged.",
  dispute_fee_bearer: (bearer) =>
    bearer === 'platform' ? 'The platform bears dispute fees.' : 'The author bears the fee of a dispute.',
  payout_minimum: ({ by_currency: currencies, by_country: countries }, exponents) => {
    const extra = Object.entries(countries).map(([country, of]) => `${country}: ${amounts(of, exponents)}`);
    return (
      `A payout is at least ${amounts(currencies, exponents)}` +
      (extra.length > 0 ? `, and by country at least ${extra.join('; ')}` : '') +
      '. Less is carried to the next month.'
    );
  },
  payout_approvals: (count) =>
    count === 1
      ? 'One person besides the preparer approves a payout run.'
      : `${count} people besides the preparer approve a payout run.`,
  payout_approval_limit: (limits, exponents) =>
    Object.keys(limits).length === 0
      ? 'A payout run has no amount above which one person may not approve it alone.'
      : `A payout run that pays more than ${amounts(limits, exponents)} is approved by two people besides the preparer at least.`,
  payout_decisions: (value) =>
    value === 'required'
      ? 'A payout run is approved only after its preparer has decided about every unusual payout.'
      : 'A payout run may be approved while unusual payouts are undecided; they are paid as computed.',
  reconciliation_max_age_hours: (hours) =>
    `A payout run is approved and executed within ${plural(hours, 'hour')} of a comparison of the books with the processor's that found nothing blocking.`,
  payout_account_cooldown_days: (days) =>
    days === 0
      ? 'A changed payout account is paid to at once.'
      : `A changed payout account is paid to after ${plural(days, 'day')}.`,
  reserve_rule: ({ basis_points: points, months, above_dispute_basis_points: above }) =>
    points === 0
      ? 'Nothing is held back from authors.'
      : `${percent(points)} of a month's earnings is held back for ${plural(months, 'month')}` +
        (above === null
          ? ', for every author.'
          : `, for authors with more than ${percent(above)} of charges disputed.`),
  negative_balance_months: (months) =>
    `A negative balance is carried for ${plural(months, 'month')}; then finance is asked to recover it.`,
  listing_fee: (fees, exponents) =>
    Object.keys(fees).length === 0
      ? 'No listing fee is set: listings that bill their customers themselves cannot go live.'
      : `A listing that bills its customers itself costs its author ${amounts(fees, exponents)} a month.`,
  listing_fee_collection: (rule) =>
    rule === 'invoice'
      ? "A listing fee is taken from what the author is owed and earns in its currency; the rest is charged to the author's card."
      : 'A listing fee is taken from what the author is owed in its currency, now or from later earnings.',
  price_source: (source) =>
    source === 'tier'
      ? "An install costs what the host's price table says for its tier."
      : "An install costs what the plan of the approved manifest says; where it names none, what the host's table says for its tier.",
  trial_days: (days) =>
    days === 0
      ? 'A paid install costs from its first second on.'
      : `A tenant's first paid install of a plugin costs nothing for ${plural(days, 'day')}. It holds for installs that are asked for from then on, and not for prices agreed with a venture.`,
  operator_identity: ({ legal_name: name, address, country, tax_id: taxId }) =>
    name === null
      ? 'Documents say that the operator has not named itself: legal name, address and tax number are missing.'
      : `Documents name ${[name, ...(address ?? '').split('\n'), country].join(', ')}, ${taxId === null ? 'without a tax number' : `tax number ${taxId}`}. It holds for what is issued from then on.`,
};

/** What a policy means, in one plain sentence or two. */
export function describePolicy<K extends PolicyKey>(key: K, value: PolicyValues[K], exponents: Exponents): string {
  return SENTENCES[key](value, exponents);
}

function amounts(of: AmountByCurrency, exponents: Exponents): string {
  const each = Object.entries(of).map(([currency, minor]) =>
    formatMinor(BigInt(minor), currency, exponents.get(currency) ?? 2),
  );
  if (each.length === 0) return "the currency's own minimum";
  return each.length === 1 ? each[0]! : `${each.slice(0, -1).join(', ')} or ${each.at(-1)}`;
}

function percent(basisPoints: number): string {
  return `${basisPoints / 100} %`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
