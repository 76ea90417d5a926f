import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, IdParam } from '@portal/platform/http';
import { Recoveries } from './recoveries.js';
import { RecoverBalance } from './recover-balance.js';
import { DecideRecoveryBody, ProposeRecoveryBody, RecoveriesQuery } from '../runs/http/payouts.dto.js';
import { RecoveryView } from '../runs/http/payouts.view.js';

@ApiTags('payouts')
@RequireRole('finance')
@Controller('api/v1/finance/recoveries')
export class RecoveriesController {
  constructor(
    private readonly recoveries: Recoveries,
    private readonly recover: RecoverBalance,
  ) {}

  /** List recoveries of negative balances. Those waiting for a decision first, then the newest. */
  @Get()
  @ApiPage(RecoveryView)
  list(@Query() query: RecoveriesQuery): Promise<Page<RecoveryView>> {
    return this.recoveries.list(query);
  }

  /** Propose a recovery of a negative balance. A second person must approve it. */
  @Post()
  @ApiData(RecoveryView, { status: 201 })
  async propose(@CurrentActor() actor: Actor, @Body() body: ProposeRecoveryBody): Promise<RecoveryView> {
    const id = await this.recover.propose(actor, {
      orgId: body.org_id,
      currency: body.currency,
      amountMinor: typeof body.amount_minor === 'string' ? BigInt(body.amount_minor) : null,
      how: body.how,
      reason: body.reason,
      evidence: body.evidence ?? null,
    });
    return this.recoveries.get(id);
  }

  /** Approve a recovery. By a person other than the one who proposed it. It is posted immediately. */
  @Post(':id/approve')
  @ApiData(RecoveryView)
  approve(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: DecideRecoveryBody,
  ): Promise<RecoveryView> {
    return this.decide(actor, id, 'approved', body);
  }

  /** Reject a recovery. Or withdraw your own proposal. */
  @Post(':id/reject')
  @ApiData(RecoveryView)
  reject(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() body: DecideRecoveryBody): Promise<RecoveryView> {
    return this.decide(actor, id, 'rejected', body);
  }

  private async decide(
    actor: Actor,
    id: string,
    state: 'approved' | 'rejected',
    body: DecideRecoveryBody,
  ): Promise<RecoveryView> {
    await this.recover.decide(actor, id, { state, note: body.note ?? null });
    return this.recoveries.get(id);
  }
}
