import { Controller, Get, Param, ParseUUIDPipe, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Drives } from '@portal/authors';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiPage } from '@portal/platform/http';
import { assertOwnDrive } from '../../install/authorized-drive.js';
import { DeliveryQueries } from '../read/delivery-queries.js';
import { DeliveriesQuery } from './host-events.dto.js';
import { HostEventDeliveryView } from './host-events.view.js';

/** Events of the host that were sent to an author's Drive, without their content. */
@ApiTags('author')
@RequireRole('author')
@Controller('api/v1/author/drives/:driveId/deliveries')
export class DriveDeliveriesController {
  constructor(
    private readonly drives: Drives,
    private readonly queries: DeliveryQueries,
  ) {}

  /** List the events sent to a Drive. Of all its installs, newest first, without payloads. */
  @Get()
  @ApiPage(HostEventDeliveryView)
  async list(
    @CurrentActor() actor: Actor,
    @Param('driveId', ParseUUIDPipe) driveId: string,
    @Query() { type, ...query }: DeliveriesQuery,
  ): Promise<Page<HostEventDeliveryView>> {
    await assertOwnDrive(this.drives, actor, driveId);
    return this.queries.ofDrive(driveId, { ...query, kind: type });
  }
}
