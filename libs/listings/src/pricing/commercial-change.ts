import { Injectable } from '@nestjs/common';
import type { ApprovalKind, ApprovalPreview, ApprovalSubject, Approved } from '@portal/approvals';
import { AppError, formatMinor, utcMinute, type ErrorDef } from '@portal/kernel';
import { Database, type Tx } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import { BillingModelChanged } from '../events.js';
import { CommercialTerms } from './commercial-terms.js';
import type { BillingModel } from './domain/price-rule.js';
import { Prices, type Audience, type Queryable } from './prices.js';

/** A price, who bills for a Drive, or the plan of it that the host sells; what is not of its kind is null. */
export interface CommercialChange {
  readonly kind: 'tier_price' | 'agreed_price' | 'billing_model' | 'host_plan';
  readonly tier: string | null;
  readonly audience: Audience | null;
  readonly drive_id: string | null;
  readonly venture_id: string | null;
  readonly currency: string | null;
  /** Minor units a month as decimal text; null ends the price of a tier. */
  readonly amount_minor: string | null;
  readonly model: BillingModel | null;
  readonly plan: string | null;
  /** RFC 3339. It takes effect then, or at its approval if that is later. */
  readonly valid_from: string;
}

const NAMES = `select d.name, d.org_id, o.name as author, c.exponent, platform.portal_now() as now, t.running, t.fee
  from (select) one left join authors.drive_reservations d on d.id = $1 left join authors.organizations o on o.id = d.org_id
  left join ledger.currency c on c.code = $2 cross join lateral listings.model_touches($1, $2) t`;

const AUDIENCES = { open_market: 'the open market', host_network: 'the host network' } as const;
const KEPT = 'New installs pay it. Installs keep the price that they accepted.';

/** Prices and who bills: one person of finance proposes, another one puts it in force. */
@Injectable()
export class CommercialChangeKind implements ApprovalKind<CommercialChange> {
  readonly kind = 'commercial_change';
  readonly subjectType = 'commercial_change';
  readonly name = 'Price or terms';
  readonly roles = ['finance'] as const;
  readonly refusals: Readonly<Record<string, ErrorDef>> = {
    commercial_changes_in_order: listingsErrors.commercial_out_of_order,
    prices_one_at_a_time: listingsErrors.commercial_out_of_order,
    commercial_changes_network_lower: listingsErrors.network_price_not_lower,
    commercial_changes_settled: listingsErrors.currency_not_settled,
    commercial_changes_fee_set: listingsErrors.listing_fee_missing,
    commercial_changes_fleet_key: listingsErrors.fleet_key_in_use,
    commercial_changes_plan_sold: listingsErrors.host_plan_not_sold,
  };

  constructor(
    private readonly database: Database,
    private readonly prices: Prices,
    private readonly terms: CommercialTerms,
  ) {}

  /**
   * @throws AppError `listing_not_found` (404), `price_currency_unknown` (422), `currency_not_settled`,
   *   `host_plan_not_sold`, `network_price_not_lower`, `listing_fee_missing`, `fleet_key_in_use` (409)
   */
  async subject(tx: Tx, change: CommercialChange): Promise<ApprovalSubject> {
    const { kind, tier, audience, drive_id, venture_id, currency, amount_minor } = change;
    const names = await this.names(tx, change);
    if (drive_id !== null && names.org_id === null) throw listingsErrors.listing_not_found();
    if (currency !== null && names.exponent === null) throw listingsErrors.price_currency_unknown();
    const [against] = await tx.query<{ refusal: string | null }>(
      `select listings.commercial_refusal(p) as refusal from jsonb_populate_record(null::listings.commercial_changes, $1) p`,
      [JSON.stringify(change)],
    );
    if (against?.refusal) throw new AppError(this.refusals[against.refusal]!);
    const place = kind === 'tier_price' ? [tier, audience, currency] : [drive_id, venture_id, venture_id && currency];
    return {
      subjectId: [kind, ...place.filter((part) => part !== null)].join(':'),
      title: titleOf(change, names),
      organizations: names.org_id === null ? [] : [names.org_id],
      ...(amount_minor && currency && { amount: { minor: BigInt(amount_minor), currency } }),
    };
  }

  async preview(change: CommercialChange): Promise<ApprovalPreview> {
    const names = await this.names(this.database, change);
    const begins = `It takes effect on ${utcMinute(change.valid_from)}, or when it is approved if that is later.`;
    switch (change.kind) {
      case 'tier_price': {
        const { tier, audience, currency } = change;
        const now = await this.prices.current(this.database, tier!, { audience: audience!, currency: currency! });
        const price = now
          ? `The price now: ${monthly(now.amountMinor, currency!, names)}.`
          : `There is no price in ${currency!.toUpperCase()} now.`;
        return { effects: [price, KEPT, begins] };
      }
      case 'agreed_price':
        return { effects: [`The price is that of one venture, ${change.venture_id}.`, KEPT, begins] };
      case 'host_plan':
        return { effects: [KEPT, begins] };
      case 'billing_model': {
        const { model } = await this.terms.at(this.database, change.drive_id!, names.now);
        const installs = names.running === 1 ? '1 running install is' : `${names.running} running installs are`;
        const fee = monthly(names.fee === null ? undefined : BigInt(names.fee), change.currency ?? '', names);
        return {
          effects: [
            `It is billed now by ${billedBy(model, names)}.`,
            change.model === 'author_billing'
              ? `From then on, ${installs} on none of our invoices, and the author pays the listing fee: ${fee}.`
              : `From then on, ${installs} on our monthly invoices, at the price of its tier or plan.`,
            begins,
          ],
        };
      }
    }
  }

  /**
   * @throws AppError `commercial_out_of_order`, `host_plan_not_sold`, `network_price_not_lower`, `listing_fee_missing`,
   *   `fleet_key_in_use` (409)
   */
  async apply(tx: Tx, { id, payload }: Approved<CommercialChange>): Promise<void> {
    const [row] = await tx.query<{ effective_from: Date }>(
      `insert into listings.commercial_changes (kind, tier, audience, drive_id, venture_id, currency, amount_minor, model, plan, valid_from, approval_id)
       select p.kind, p.tier, p.audience, p.drive_id, p.venture_id, p.currency, p.amount_minor, p.model, p.plan, p.valid_from, $2
       from jsonb_populate_record(null::listings.commercial_changes, $1) p returning effective_from`,
      [JSON.stringify(payload), id],
    );
    const { drive_id, model } = payload;
    if (drive_id !== null && model !== null)
      await tx.emit(BillingModelChanged, { drive_id, model, effective_from: row!.effective_from.toISOString() });
  }

  private async names(q: Queryable, { drive_id, currency }: CommercialChange): Promise<Names> {
    const [row] = await q.query<Names>(NAMES, [drive_id, currency]);
    return row!;
  }
}

interface Names {
  name: string | null;
  org_id: string | null;
  author: string | null;
  /** Null for a currency without billing, and without a currency. */
  exponent: number | null;
  now: Date;
  /** Installs that run. */
  running: number;
  /** The listing fee in the currency, minor units. */
  fee: string | null;
}

function titleOf(
  { kind, tier, audience, currency, amount_minor, model, plan }: CommercialChange,
  names: Names,
): string {
  const price = monthly(amount_minor === null ? undefined : BigInt(amount_minor), currency ?? '', names);
  switch (kind) {
    case 'tier_price':
      return `Price of ${tier} on ${AUDIENCES[audience!]}: ${price}`;
    case 'agreed_price':
      return `Price of ${names.name} for one venture: ${price}`;
    case 'billing_model':
      return `${names.name} is billed by ${billedBy(model!, names)}`;
    case 'host_plan':
      return `${names.name}: we sell the plan ${plan}`;
  }
}

function monthly(minor: bigint | undefined, currency: string, { exponent }: Names): string {
  return minor === undefined
    ? `none in ${currency.toUpperCase()}`
    : `${formatMinor(minor, currency, exponent ?? 2)} a month`;
}

function billedBy(model: BillingModel, { author }: Names): string {
  if (model === 'author_billing') return `its author, ${author}, who pays the listing fee`;
  return model === 'first_party' ? 'us, as first party' : `us, for its author, ${author}`;
}
