import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AppError, commonErrors, type Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, IdParam } from '@portal/platform/http';
import { ChangeCommercialTerms } from './change-commercial-terms.js';
import { CommercialChanges } from './commercial-changes.js';
import { CommercialChangeBody, CommercialChangesQuery, DecideCommercialBody } from './commercial.dto.js';
import { CommercialChangeView } from './commercial.view.js';

type Proposed = Parameters<ChangeCommercialTerms['propose']>[1];

@ApiTags('finance')
@RequireRole('finance')
@Controller('api/v1/finance/commercial-changes')
export class CommercialController {
  constructor(
    private readonly changes: CommercialChanges,
    private readonly change: ChangeCommercialTerms,
  ) {}

  /**
   * List commercial changes. Changes of prices and of who bills; those that wait for a decision first, then the newest.
   */
  @Get()
  @ApiPage(CommercialChangeView)
  list(@Query() query: CommercialChangesQuery): Promise<Page<CommercialChangeView>> {
    return this.changes.list(query);
  }

  /** Propose a commercial change. A price, or who bills. A second person approves it. */
  @Post()
  @ApiData(CommercialChangeView, { status: 201 })
  async propose(@CurrentActor() actor: Actor, @Body() body: CommercialChangeBody): Promise<CommercialChangeView> {
    const when = { validFrom: new Date(body.valid_from), reason: body.reason };
    return this.changes.get(await this.change.propose(actor, changeOf(body), when));
  }

  /** Approve a commercial change. By another person than the one who proposed it. */
  @Post(':id/approve')
  @ApiData(CommercialChangeView)
  approve(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: DecideCommercialBody,
  ): Promise<CommercialChangeView> {
    return this.decide(actor, id, 'approved', body);
  }

  /** Reject a commercial change. Or withdraw your own proposal. */
  @Post(':id/reject')
  @ApiData(CommercialChangeView)
  reject(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: DecideCommercialBody,
  ): Promise<CommercialChangeView> {
    return this.decide(actor, id, 'rejected', body);
  }

  private async decide(
    actor: Actor,
    id: string,
    state: 'approved' | 'rejected',
    body: DecideCommercialBody,
  ): Promise<CommercialChangeView> {
    await this.change.decide(actor, id, { state, note: body.note ?? null });
    return this.changes.get(id);
  }
}

/** @throws AppError `invalid_request` (400) when the kind of change lacks a part of it, or has one too many */
function changeOf(body: CommercialChangeBody): Proposed {
  const { kind, tier, audience, drive_id: driveId, venture_id: ventureId, currency, model, plan } = body;
  const amountMinor = body.amount_minor === undefined ? null : BigInt(body.amount_minor);
  const given = Object.entries({
    tier,
    audience,
    driveId,
    ventureId,
    currency,
    amountMinor: body.amount_minor,
    model,
    plan,
  });
  const only = (...names: string[]): boolean =>
    given.every(([name, value]) => value === undefined || names.includes(name));
  if (kind === 'tier_price' && tier && audience && currency && only('tier', 'audience', 'currency', 'amountMinor'))
    return { kind, tier, audience, currency, amountMinor };
  if (
    kind === 'agreed_price' &&
    driveId &&
    ventureId &&
    currency &&
    amountMinor &&
    only('driveId', 'ventureId', 'currency', 'amountMinor')
  )
    return { kind, driveId, ventureId, currency, amountMinor };
  if (
    kind === 'billing_model' &&
    driveId &&
    model &&
    (model === 'author_billing') === (currency !== undefined) &&
    only('driveId', 'model', 'currency')
  )
    return { kind, driveId, model, currency: currency ?? null };
  if (kind === 'host_plan' && driveId && plan && only('driveId', 'plan')) return { kind, driveId, plan };
  throw new AppError(commonErrors.invalid_request, {
    details: [
      { pointer: '/kind', code: 'incomplete', message: `A change of kind ${kind} needs its own fields and no others.` },
    ],
  });
}
