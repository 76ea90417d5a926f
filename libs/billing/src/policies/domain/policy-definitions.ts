import { operatorPolicy } from './operator-policy.js';
import {
  amounts,
  amountsText,
  choice,
  object,
  percent,
  plural,
  whole,
  type AmountByCurrency,
} from './policy-definition.js';
import { isObject } from './policy-reader.js';
import { taxPolicy } from './tax-policy.js';
import { vatCurrencyPolicy } from './vat-currency-policy.js';

/** The billing and payout policies that finance decides. Values are JSON as stored in `billing.policies`. */
export const POLICIES = {
  /** The author's share of what a tenant pays, rounded on the running total of author, currency and month. */
  author_share: object<{ readonly basis_points: number }>('author_share', {
    title: "Author's share",
    builtIn: { basis_points: 7_000 },
    parse: (read, value, at) => {
      const raw = read.fields(value, ['basis_points'], at);
      return { basis_points: read.whole(raw['basis_points'], 0, 10_000, `${at}/basis_points`) };
    },
    describe: ({ basis_points: points }) =>
      `The author gets ${percent(points)} of what a tenant pays without tax, rounded on the running total of author, currency and month. ` +
      `The platform gets ${percent(10_000 - points)} and pays the processor's fees. This applies to installs that start from then on.`,
  }),
  /** Days after the first decline on which a charge is retried, ascending; then days of grace until suspension. */
  payment_retry: object<{ readonly after_days: readonly number[]; readonly grace_days: number }>('payment_retry', {
    title: 'Failed payments',
    builtIn: { after_days: [1, 3, 7, 14, 21, 28], grace_days: 7 },
    parse: (read, value, at) => {
      const raw = read.fields(value, ['after_days', 'grace_days'], at);
      const days = read
        .array(raw['after_days'], 1, 12, `${at}/after_days`)
        .map((day, i) => read.whole(day, 1, 60, `${at}/after_days/${i}`));
      if (days.some((day, i) => i > 0 && day <= days[i - 1]!))
        read.bad(`${at}/after_days`, 'not_rising', 'Each day must be later than the one before.', null);
      return { after_days: days, grace_days: read.whole(raw['grace_days'], 0, 60, `${at}/grace_days`) };
    },
    describe: ({ after_days: days, grace_days: grace }) =>
      `A failed charge is retried ${days.join(', ')} ${days.at(-1) === 1 ? 'day' : 'days'} after the first failure. ` +
      `${plural(grace, 'day')} after the last retry, the tenant's paid installs are suspended.`,
  }),
  tax: taxPolicy,
  /** What happens to an amount below the currency's minimum charge: carried to the next invoice, or set aside. */
  small_balance: choice<'carry' | 'keep'>({
    title: 'Small amounts',
    builtIn: 'carry',
    options: {
      carry: {
        label: "Carried forward to the tenant's next invoice",
        sentence: "An amount below the currency's minimum charge is carried forward to the tenant's next invoice.",
      },
      keep: {
        label: 'Not charged',
        sentence: "An amount below the currency's minimum charge is not charged.",
      },
    },
  }),
  /** Who bears the processor's fee for a dispute. */
  dispute_fee_bearer: choice<'platform' | 'author'>({
    title: 'Dispute fees',
    builtIn: 'platform',
    options: {
      platform: { label: 'The platform', sentence: 'The platform pays dispute fees.' },
      author: { label: 'The author', sentence: 'The author pays dispute fees.' },
    },
  }),
  /**
   * Minimum payout; if currency and country both have one, the larger applies. A missing currency uses its table's
   * minimum.
   */
  payout_minimum: object<{
    readonly by_currency: AmountByCurrency;
    readonly by_country: Readonly<Record<string, AmountByCurrency>>;
  }>('payout_minimum', {
    title: 'Least payout',
    builtIn: {
      by_currency: {
        usd: '2500',
        eur: '2500',
        gbp: '2500',
        chf: '2500',
        cad: '2500',
        jpy: '3000',
        huf: '1000000',
        kwd: '8000',
      },
      by_country: {},
    },
    parse: (read, value, at) => {
      const raw = read.fields(value, ['by_currency', 'by_country'], at);
      const countries = isObject(raw['by_country']) ? raw['by_country'] : {};
      if (!isObject(raw['by_country']))
        read.bad(`${at}/by_country`, 'not_an_object', 'Enter amounts by currency for each country.', null);
      return {
        by_currency: read.amounts(raw['by_currency'], `${at}/by_currency`),
        by_country: Object.fromEntries(
          Object.entries(countries).map(([country, amounts]) => {
            const place = `${at}/by_country/${country}`;
            return [read.country(country, place), read.amounts(amounts, place)];
          }),
        ),
      };
    },
    describe: ({ by_currency: currencies, by_country: countries }, exponents) => {
      const extra = Object.entries(countries).map(([country, of]) => `${country}: ${amountsText(of, exponents)}`);
      return (
        `A payout is at least ${amountsText(currencies, exponents)}` +
        (extra.length > 0 ? `, and by country at least ${extra.join('; ')}` : '') +
        '. Smaller amounts are carried forward to the next month.'
      );
    },
  }),
  /** Number of approvers of a payout run besides the preparer. */
  payout_approvals: whole({
    title: 'Approvals of a payout run',
    builtIn: 1,
    label: 'Approvers other than the preparer',
    from: 1,
    to: 5,
    describe: (count) =>
      count === 1
        ? 'One person other than the preparer must approve a payout run.'
        : `${count} people other than the preparer must approve a payout run.`,
  }),
  /**
   * Maximum that one person may approve alone; a run that pays more in a currency needs two. A missing currency has no
   * limit.
   */
  payout_approval_limit: amounts({
    title: 'Limit for a single approver',
    label: 'Single approver, up to',
    describe: (limits, exponents) =>
      Object.keys(limits).length === 0
        ? 'There is no limit for a single approver.'
        : `A payout run that pays more than ${amountsText(limits, exponents)} needs at least two approvers other than the preparer.`,
  }),
  /** Maximum that one person gives back to a payer alone within 30 days. A missing currency: 20 times its least payout. */
  second_person_above: {
    ...amounts({
      title: 'Refunds and credit by one person',
      label: 'One person, up to',
      describe: (limits, exponents) =>
        `Refunds, credit notes and accepted disputes of one customer of more than ${amountsText(limits, exponents)} within 30 days need a second person. ` +
        "In a currency without an amount it is 20 times the currency's least payout.",
    }),
    builtIn: {
      usd: '50000',
      eur: '45000',
      gbp: '40000',
      chf: '45000',
      cad: '70000',
      jpy: '75000',
      huf: '18000000',
      kwd: '150000',
    },
  },
  /** Maximum that one person bills alone by closing a month, without tax. A missing currency has no limit. */
  close_limit: {
    ...amounts({
      title: 'Closing a month by one person',
      label: 'One person, up to',
      describe: (limits, exponents) =>
        Object.keys(limits).length === 0
          ? 'One person may close any month.'
          : `A month in which installs are billed more than ${amountsText(limits, exponents)} without tax is closed by two people.`,
    }),
    builtIn: {
      usd: '10000000',
      eur: '9000000',
      gbp: '8000000',
      chf: '9000000',
      cad: '14000000',
      jpy: '15000000',
      huf: '3600000000',
      kwd: '30000000',
    },
  },
  /** Whether the preparer must decide about unusual payouts before anyone approves the run. */
  payout_decisions: choice<'optional' | 'required'>({
    title: 'Unusual payouts',
    builtIn: 'optional',
    options: {
      optional: {
        label: 'Optional: undecided payouts are paid as computed',
        sentence: 'A payout run can be approved while unusual payouts are undecided. They are paid as computed.',
      },
      required: {
        label: 'Required: the preparer decides before approval',
        sentence: 'A payout run can be approved only after its preparer has decided on every unusual payout.',
      },
    },
  }),
  /** Maximum age in hours of the last reconciliation for approving and executing a payout run. */
  reconciliation_max_age_hours: whole({
    title: 'Reconciliation before payouts',
    builtIn: 26,
    label: 'Hours that a reconciliation is valid',
    from: 1,
    to: 168,
    describe: (hours) =>
      `A payout run must be approved and executed within ${plural(hours, 'hour')} of a reconciliation that found nothing blocking.`,
  }),
  /** Days without payouts after a change of the payout account. */
  payout_account_cooldown_days: whole({
    title: 'New payout accounts',
    builtIn: 7,
    label: 'Days until a changed account receives payouts',
    from: 0,
    to: 90,
    describe: (days) =>
      days === 0
        ? 'A changed payout account receives payouts immediately.'
        : `A changed payout account receives payouts after ${plural(days, 'day')}.`,
  }),
  /**
   * Share of each month's earnings that is withheld, and for how many months. With a dispute rate it applies to authors
   * above it, otherwise to all.
   */
  reserve_rule: object<{
    readonly basis_points: number;
    readonly months: number;
    readonly above_dispute_basis_points: number | null;
  }>('reserve_rule', {
    title: 'Reserve',
    builtIn: { basis_points: 0, months: 3, above_dispute_basis_points: null },
    parse: (read, value, at) => {
      const raw = read.fields(value, ['basis_points', 'months', 'above_dispute_basis_points'], at);
      const above = raw['above_dispute_basis_points'];
      return {
        basis_points: read.whole(raw['basis_points'], 0, 10_000, `${at}/basis_points`),
        months: read.whole(raw['months'], 1, 12, `${at}/months`),
        above_dispute_basis_points:
          above === null ? null : read.whole(above, 0, 10_000, `${at}/above_dispute_basis_points`),
      };
    },
    describe: ({ basis_points: points, months, above_dispute_basis_points: above }) =>
      points === 0
        ? 'Nothing is withheld from authors.'
        : `${percent(points)} of a month's earnings is withheld for ${plural(months, 'month')}` +
          (above === null
            ? ', for every author.'
            : `, for authors with more than ${percent(above)} of charges disputed.`),
  }),
  /** Months for which a negative balance is carried before finance is asked to recover it. */
  negative_balance_months: whole({
    title: 'Negative balances',
    builtIn: 3,
    label: 'Months that a negative balance is carried forward',
    from: 1,
    to: 36,
    describe: (months) =>
      `A negative balance is carried forward for ${plural(months, 'month')}. After that, finance is asked to recover it.`,
  }),
  /** Flat fee per listing and month for authors who bill customers directly. A missing currency is not offered. */
  listing_fee: amounts({
    title: 'Listing fee',
    label: 'Per month and listing',
    describe: (fees, exponents) =>
      Object.keys(fees).length === 0
        ? 'No listing fee is set, so listings that bill their customers themselves cannot go live.'
        : `A listing that bills its customers itself costs its author ${amountsText(fees, exponents)} a month.`,
  }),
  /**
   * How the part of the fee that the author's balance does not cover is collected: from the card, or from later
   * earnings.
   */
  listing_fee_collection: choice<'invoice' | 'carry'>({
    title: 'Collecting listing fees',
    builtIn: 'invoice',
    options: {
      invoice: {
        label: "From the author's balance, the rest from the author's card",
        sentence:
          "A listing fee is deducted from the author's balance and earnings in its currency. The rest is charged to the author's card.",
      },
      carry: {
        label: "From the author's balance, now or later",
        sentence: "A listing fee is deducted from the author's balance in its currency, now or from later earnings.",
      },
    },
  }),
  /** Source of an install's price: the host's table by tier, or the plan of the approved manifest. */
  price_source: choice<'tier' | 'plan'>({
    title: 'Where prices come from',
    builtIn: 'plan',
    options: {
      tier: {
        label: "The host's price table, by tier",
        sentence: "An install is charged by the host's price table for its tier.",
      },
      plan: {
        label: "The plan in the approved manifest, otherwise the host's price table",
        sentence:
          "An install is charged by the plan in the approved manifest, or by the host's price table for its tier if there is none.",
      },
    },
  }),
  /** Free days of a tenant's first paid install of a Drive; prices agreed with a venture have none. */
  trial_days: whole({
    title: 'Trials',
    builtIn: 0,
    label: 'Trial days',
    from: 0,
    to: 365,
    describe: (days) =>
      days === 0
        ? 'A paid install is charged from its first second.'
        : `A tenant's first paid install of a plugin is free for ${plural(days, 'day')}. This applies to installs requested from then on, except at prices agreed with a venture.`,
  }),
  /** What happens to an install when a requirement is no longer met: an agreement, a claim, evidence. */
  compliance_lapse: choice<'warn' | 'pause' | 'remove'>({
    title: 'When compliance lapses',
    builtIn: 'warn',
    options: {
      warn: {
        label: 'Warn: notify everyone concerned, change nothing',
        sentence:
          'An install that no longer meets a requirement of its tenant keeps running. Operators, admins and the author are notified.',
      },
      pause: {
        label: 'Pause: stop sending events and settings, stop reading',
        sentence:
          'An install that no longer meets a requirement of its tenant is paused after the notice: no events or settings are sent to it and nothing is read from it, while billing continues. It resumes automatically when it meets the requirement again.',
      },
      remove: {
        label: 'Remove: uninstall it',
        sentence:
          'An install that no longer meets a requirement of its tenant is uninstalled after the notice, which ends its billing.',
      },
    },
  }),
  /** Days between the notice about the missing requirement and a pause or removal. */
  compliance_lapse_days: whole({
    title: 'Notice before a compliance pause or removal',
    builtIn: 30,
    label: 'Days between the notice and a pause or removal',
    from: 0,
    to: 180,
    describe: (days) =>
      `A pause or removal for compliance takes effect ${days === 0 ? 'immediately' : `${plural(days, 'day')} after it was announced`}. This applies to requirements that lapse from then on.`,
  }),
  /** Share of the versions that nothing flagged which a reviewer sees all the same. */
  review_sample: whole({
    title: 'Sample of versions for review',
    builtIn: 2,
    label: 'Of 100 versions that nothing flagged, reviewed',
    from: 0,
    to: 100,
    describe: (share) =>
      `Of 100 versions that nothing flagged, ${share} are reviewed before they go live, chosen by a secret of this installation.`,
  }),
  /** Days for which a finding that a reviewer cleared stays cleared at later versions. */
  cleared_days: whole({
    title: 'Cleared findings',
    builtIn: 180,
    label: 'Days for which a cleared finding stays cleared',
    from: 1,
    to: 730,
    describe: (days) =>
      `A finding that a reviewer cleared stays cleared at later versions for the same cause, for ${plural(days, 'day')} after the approval. This applies to earlier approvals too.`,
  }),
  operator_identity: operatorPolicy,
  vat_currency: vatCurrencyPolicy,
};
