import { Body, Query } from '@nestjs/common';
import { ApprovalDetailView, Approvals, ListApprovals } from '@portal/approvals';
import { commonErrors } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiController, GetPage, PostData } from '@portal/platform/http';
import { SettlementCurrencies } from '@portal/stripe-gateway';
import { CommercialChangeKind, type CommercialChange } from './commercial-change.js';
import { CommercialChangeBody, PricesQuery } from './pricing.view.js';
import { Prices } from './prices.js';
import { PriceView } from './pricing.view.js';

@RequireRole('finance')
@ApiController('finance', 'api/v1/finance/commercial-changes')
export class CommercialController {
  constructor(
    private readonly kind: CommercialChangeKind,
    private readonly approvals: Approvals,
    private readonly settlement: SettlementCurrencies,
    private readonly read: ListApprovals,
  ) {}

  /** Propose a commercial change. A price, or who bills. A second person must approve it. */
  @PostData('', ApprovalDetailView, { status: 201 })
  async propose(@CurrentActor() actor: Actor, @Body() body: CommercialChangeBody) {
    const { reason } = body;
    const payload = changeOf(body);
    if (payload.currency !== null) await this.settlement.lookAgain(payload.currency);
    return this.read.get(actor, await this.approvals.propose(actor, { kind: this.kind, payload, reason }));
  }
}

/** Members that each kind needs. The amount of a tier and the currency of an author's bills depend on the rest. */
const NEEDED = {
  tier_price: ['tier', 'audience', 'currency'],
  agreed_price: ['drive_id', 'venture_id', 'currency', 'amount_minor'],
  billing_model: ['drive_id', 'model'],
  host_plan: ['drive_id', 'plan'],
} as const;

/** @throws AppError `invalid_request` (400) when the kind of change lacks a part of it, or has one too many */
function changeOf({ reason: _, kind, valid_from, ...given }: CommercialChangeBody): CommercialChange {
  const may =
    kind === 'tier_price' ? ['amount_minor'] : given.model === 'author_billing' ? ['currency'] : ([] as string[]);
  const needed: readonly string[] = kind === 'billing_model' ? [...NEEDED[kind], ...may] : NEEDED[kind];
  const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (needed.every((name) => names.includes(name)) && names.every((name) => [...needed, ...may].includes(name))) {
    const none = { tier: null, audience: null, drive_id: null, venture_id: null, currency: null };
    const at = new Date(valid_from).toISOString();
    return { ...none, amount_minor: null, model: null, plan: null, ...given, kind, valid_from: at };
  }
  throw commonErrors.invalid_request({
    details: [
      { pointer: '/kind', code: 'incomplete', message: `A change of kind ${kind} needs its own fields and no others.` },
    ],
  });
}

@RequireRole('finance', 'reviewer', 'admin')
@ApiController('finance', 'api/v1/finance/prices')
export class PricesController {
  constructor(private readonly prices: Prices) {}

  /** List prices. The host's price list, by tier and currency. */
  @GetPage('', PriceView)
  async list(@Query() query: PricesQuery) {
    return { items: await this.prices.list(query), next_cursor: null };
  }
}
