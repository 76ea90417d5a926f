import { Body, Query } from '@nestjs/common';
import { Drives } from '@portal/authors';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetPage, PostData } from '@portal/platform/http';
import { DeliveriesQuery, ReplayBody } from './host-events.dto.js';
import { EventDeliveryView, HostEventDeliveryView, ReplayedView } from '../read/host-events.view.js';
import { replayFilter } from './replay-filter.js';
import { DeliveryQueries } from '../read/delivery-queries.js';
import { ReplayDeliveries } from '../replay-deliveries.js';
import { assertOwnDrive } from '../../install/authorized-drive.js';
import { authorizedInstall } from '../../install/authorized-install.js';
import { InstallQueries } from '../../install/read/install-queries.js';

/** Events of the host that an install was sent. */
@ApiController('operator', 'api/v1/operator/installs/:id/deliveries')
@RequireRole('operator')
export class InstallDeliveriesController {
  constructor(
    private readonly installs: InstallQueries,
    private readonly queries: DeliveryQueries,
    private readonly replay: ReplayDeliveries,
  ) {}

  /** List the events sent to an install. Newest first, with the outcome of each. */
  @GetPage('', EventDeliveryView)
  async list(@IdParam() id: string, @Query() query: DeliveriesQuery, @CurrentActor() actor: Actor) {
    await authorizedInstall(this.installs, id, actor);
    return this.queries.ofInstall(id, query);
  }

  /** Replay events to an install. Under the same event IDs, at most 1,000 at a time, oldest first. */
  @PostData('replay', ReplayedView)
  async replayDeliveries(@IdParam() id: string, @Body() body: ReplayBody, @CurrentActor() actor: Actor) {
    await authorizedInstall(this.installs, id, actor);
    return { replayed: await this.replay.execute({ ...replayFilter(body), installId: id }, actor) };
  }
}

/** Events of the host that were sent to an author's Drive, without their content. */
@RequireRole('author')
@ApiController('author', 'api/v1/author/drives/:driveId/deliveries')
export class DriveDeliveriesController {
  constructor(
    private readonly drives: Drives,
    private readonly queries: DeliveryQueries,
  ) {}

  /** List the events sent to a Drive. Of all its installs, newest first, without payloads. */
  @GetPage('', HostEventDeliveryView)
  async list(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string, @Query() query: DeliveriesQuery) {
    await assertOwnDrive(this.drives, actor, driveId);
    return this.queries.all({ ...query, drive_id: driveId });
  }
}
