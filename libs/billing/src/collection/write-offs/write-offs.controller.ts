import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, IdParam } from '@portal/platform/http';
import { WriteOffs } from './write-offs.js';
import { WriteOff } from './write-off.js';
import { DecideWriteOffBody, ProposeWriteOffBody } from '../collection.dto.js';
import { WriteOffsQuery } from '../../invoicing/http/lists.dto.js';
import { UnpaidInvoiceView, WriteOffView } from '../collection.view.js';

@ApiTags('finance')
@RequireRole('finance')
@Controller('api/v1/finance')
export class WriteOffsController {
  constructor(
    private readonly writeOffs: WriteOffs,
    private readonly writeOff: WriteOff,
  ) {}

  /** List write-offs. Newest first. */
  @Get('write-offs')
  @ApiPage(WriteOffView)
  list(@Query() query: WriteOffsQuery): Promise<Page<WriteOffView>> {
    return this.writeOffs.list(query);
  }

  /** Propose to write off an invoice. A second person must approve it. */
  @Post('invoices/:id/write-off')
  @ApiData(WriteOffView, { status: 201 })
  async propose(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: ProposeWriteOffBody,
  ): Promise<WriteOffView> {
    return this.writeOffs.get(await this.writeOff.propose(actor, id, body.reason));
  }

  /** List what a tenant has not paid. Invoices that nobody has proposed to write off yet. */
  @Get('tenants/:tenantId/write-off')
  @ApiPage(UnpaidInvoiceView)
  async previewTenant(@IdParam('tenantId') tenantId: string): Promise<Page<UnpaidInvoiceView>> {
    return { items: await this.writeOffs.unpaidOf(tenantId), next_cursor: null };
  }

  /**
   * Propose to write off everything a tenant has not paid. For a tenant that no longer exists. A second person must
   * approve each one.
   */
  @Post('tenants/:tenantId/write-off')
  @ApiPage(WriteOffView, { status: 201 })
  async proposeTenant(
    @CurrentActor() actor: Actor,
    @IdParam('tenantId') tenantId: string,
    @Body() body: ProposeWriteOffBody,
  ): Promise<Page<WriteOffView>> {
    const made = await this.writeOff.proposeAll(actor, tenantId, body.reason);
    return { items: await Promise.all(made.map((id) => this.writeOffs.get(id))), next_cursor: null };
  }

  /** Approve a write-off. By a person other than the one who proposed it. It is posted immediately. */
  @Post('write-offs/:id/approve')
  @ApiData(WriteOffView)
  approve(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: DecideWriteOffBody,
  ): Promise<WriteOffView> {
    return this.decide(actor, id, 'approved', body);
  }

  /** Reject a write-off. Or withdraw your own proposal. */
  @Post('write-offs/:id/reject')
  @ApiData(WriteOffView)
  reject(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() body: DecideWriteOffBody): Promise<WriteOffView> {
    return this.decide(actor, id, 'rejected', body);
  }

  private async decide(
    actor: Actor,
    id: string,
    state: 'approved' | 'rejected',
    body: DecideWriteOffBody,
  ): Promise<WriteOffView> {
    await this.writeOff.decide(actor, id, { state, note: body.note ?? null });
    return this.writeOffs.get(id);
  }
}
