import { createHash } from 'node:crypto';
import type { MonthRange, RealFacts, Writing, Written } from './real-facts.js';
import { SCENARIO_VERSION } from '../../scenario/domain/scenario.js';
import { accountAtFirst } from './write-accounts.js';
import { writeAdjustments } from './write-adjustments.js';
import { writeInstalls } from './write-installs.js';
import { ownCurrency, writePayments } from './write-payments.js';
import { sold, writeListings, writePayouts } from './write-payouts.js';

/**
 * Writes facts as a scenario. Ids are replaced by names that sort like the ids. For one organization, its customers and
 * the finance team stay unnamed, and other authors' parts of the same invoices are left out, as is tax, which only
 * concerns an author for its own listing fees.
 */
export function assembleScenario(facts: RealFacts, range: MonthRange, orgId: string | null): object {
  const unnamed = (kind: string, id: string): string =>
    orgId === null ? id : `${kind}-${createHash('sha256').update(`${orgId} ${id}`).digest('hex').slice(0, 16)}`;
  const named = (id: string): string => unnamed('t', id);
  const writing: Writing = { range, own: orgId !== null, named, person: (id) => unnamed('f', id) };
  const within = (instant: Date): boolean => instant >= range.from;
  const policies = orgId === null ? facts.policies : ownPolicies(facts);
  const installs = writeInstalls(facts, writing);
  const events: Written[] = [
    ...policies
      .filter((policy) => within(policy.valid_from))
      .map(({ key, value, valid_from }) => ({ at: valid_from.toISOString(), type: 'policy', key, value })),
    ...writeListings(facts),
    ...installs.events,
    ...facts.periods.map(({ month, closed_at }) => ({ at: closed_at.toISOString(), type: 'close_month', month })),
    ...writePayments(facts, writing),
    ...writeAdjustments(facts, writing, installs.nameAt),
    ...writePayouts(facts, writing),
  ];
  // Stable sort: events of one instant stay in the order above, in which they must happen.
  events.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return {
    scenario: SCENARIO_VERSION,
    title: range.first === range.last ? range.first : `${range.first} to ${range.last}`,
    until: range.last,
    // While a tenant was suspended its installs ended; they begin again when it resumed.
    automatic: { suspensions: false },
    policies: Object.fromEntries(
      policies.filter((policy) => !within(policy.valid_from)).map(({ key, value }) => [key, value]),
    ),
    currencies: Object.fromEntries(
      facts.currencies
        .map((currency) => (orgId === null ? currency : ownCurrency(currency, facts)))
        .map(({ code, ...row }) => [code, row]),
    ),
    authors: Object.fromEntries(
      facts.authors.map((author) => [
        author.org_id,
        {
          country: author.country,
          account: accountAtFirst(author, range.from),
          ...(author.owes_fee ? { card: 'declined' } : {}),
        },
      ]),
    ),
    drives: drives(facts),
    tenants: Object.fromEntries(
      facts.tenants.map(({ tenant_id, has_card, untried, country, region, tax_id }) => [
        named(tenant_id),
        {
          card: has_card && !untried ? 'ok' : 'none',
          ...(orgId === null ? place({ country, region, tax_id }) : UNTAXED),
        },
      ]),
    ),
    events,
  };
}

/** Where nobody sells: no table taxes it. */
const UNTAXED = { country: 'AQ' };

/** Without tax, unless a table taxes the organization's own listing fees: then with the rows of its country. */
function ownPolicies({ policies, listingFees, authors }: RealFacts): RealFacts['policies'] {
  const here = new Set(authors.map(({ country }) => country).filter((country) => country !== UNTAXED.country));
  return policies.flatMap((policy) => {
    if (policy.key !== 'tax') return [policy];
    const value = policy.value as { provider: string; table: { country: string }[] };
    if (listingFees.length === 0 || value.provider === 'stripe_tax') return [];
    return [{ ...policy, value: { ...value, table: value.table.filter(({ country }) => here.has(country)) } }];
  });
}

function drives(facts: RealFacts): object {
  const both = sold(facts);
  return {
    ...Object.fromEntries(
      facts.segments.map(({ drive_id, org_id }) => [
        drive_id,
        org_id === null ? { first_party: true } : { author: org_id },
      ]),
    ),
    ...Object.fromEntries(
      facts.listingFees.map(({ drive_id, org_id }) => [
        drive_id,
        { author: org_id, ...(both.has(drive_id) ? {} : { billing: 'author' }) },
      ]),
    ),
  };
}

function place(of: { country: string | null; region: string | null; tax_id: string | null }): object {
  return Object.fromEntries(Object.entries(of).filter(([, value]) => value !== null));
}
