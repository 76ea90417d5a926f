import { Body, Param, Query } from '@nestjs/common';
import { CurrentActor, HostScope, RequireRole, type Actor } from '@portal/platform/access';
import { BodyLimit, ApiController, GetData, GetPage, PostData, PutData } from '@portal/platform/http';
import { HandInEvents } from '../hand-in-events.js';
import { DeliveryQueries } from '../read/delivery-queries.js';
import { RegisterEventKind } from '../register-event-kind.js';
import { ReplayDeliveries } from '../replay-deliveries.js';
import { EventKindBody, EVENTS_BODY, HostDeliveriesQuery, HostEventsBody, HostReplayBody } from './host-events.dto.js';
import {
  HostEventDeliveryView,
  HostEventKindView,
  HostEventReceiptsView,
  HostEventView,
  ReplayedView,
} from '../read/host-events.view.js';
import { replayFilter } from './replay-filter.js';

/** The host submits events; the portal sends them to the plugins that consume them. */
@ApiController('host', 'api/v1/host')
@RequireRole('host', 'admin')
@HostScope('events')
export class HostEventsController {
  constructor(
    private readonly register: RegisterEventKind,
    private readonly handIn: HandInEvents,
    private readonly replay: ReplayDeliveries,
    private readonly queries: DeliveryQueries,
  ) {}

  /** List the event kinds of the host. By name, with the schemas of their payloads. */
  @GetPage('event-kinds', HostEventKindView)
  @RequireRole('host', 'admin', 'author', 'reviewer')
  async kinds() {
    return { items: await this.queries.kinds(), next_cursor: null };
  }

  /**
   * Register an event kind. Or replace its description and schema. Events that were accepted before stay as they are.
   */
  @PutData('event-kinds/:kind', HostEventKindView)
  async registerKind(
    @Param('kind') kind: string,
    @Body() { description, payload_schema: payloadSchema }: EventKindBody,
    @CurrentActor() actor: Actor,
  ) {
    await this.register.execute({ kind, description, payloadSchema: payloadSchema ?? null }, actor);
    return (await this.queries.kinds()).find((one) => one.kind === kind)!;
  }

  /**
   * Send events. 1 to 1,000 of registered kinds, all or none. Each goes to the active installs of its tenant or venture
   * whose plugin consumes the kind. An ID that was accepted before changes nothing.
   */
  @PostData('events', HostEventReceiptsView, { status: 202 })
  @BodyLimit({ maxBytes: EVENTS_BODY, maxNodes: 100_000 })
  async send(@Body() { events }: HostEventsBody): Promise<HostEventReceiptsView> {
    return { events: await this.handIn.execute(events) };
  }

  /** Get an event. With how many installs it was sent to, by state. */
  @GetData('events/:id', HostEventView)
  event(@Param('id') id: string) {
    return this.queries.event(id);
  }

  /** List deliveries. Of all installs, newest first. */
  @GetPage('deliveries', HostEventDeliveryView)
  deliveries(@Query() query: HostDeliveriesQuery) {
    return this.queries.all(query);
  }

  /** Replay deliveries. Under the same event IDs, at most 1,000 at a time, oldest first. */
  @PostData('deliveries/replay', ReplayedView)
  async replayDeliveries(@Body() body: HostReplayBody, @CurrentActor() actor: Actor) {
    const of = { installId: body.install_id, driveId: body.drive_id };
    return { replayed: await this.replay.execute({ ...replayFilter(body), ...of }, actor) };
  }
}
