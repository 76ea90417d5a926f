import { Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { ListingsCoreModule } from '@portal/listings';
import { SecretsCoreModule } from '@portal/secrets';
import { scheduledJob } from '@portal/platform/jobs';
import { defineRetention } from '@portal/platform/retention';
import { InstallHttpModule, InstallModule } from '../install/install.module.js';
import { DeliverEvents } from './deliver-events.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { HandInEvents } from './hand-in-events.js';
import { HostEventsRepository } from './host-events.repository.js';
import { DriveDeliveriesController, InstallDeliveriesController } from './http/deliveries.controller.js';
import { HostEventsController } from './http/host-events.controller.js';
import { PingReceiver } from './ping-receiver.js';
import { DeliveryQueries } from './read/delivery-queries.js';
import { RegisterEventKind } from './register-event-kind.js';
import { ReplayDeliveries } from './replay-deliveries.js';
import { SendEvent } from './send-event.js';
import './gauges.js';
import { PING_PROCESSORS } from './ping-receiver.processors.js';

// For inspection and replay; events while one of their deliveries is kept.
defineRetention(
  { table: 'installs.deliveries', since: 'ended_at', days: 30, when: `state <> 'pending'` },
  {
    table: 'installs.host_events',
    since: 'received_at',
    days: 30,
    business: true,
    when: 'not exists (select from installs.deliveries d where d.event_id = t.id)',
  },
);

/** Events of the host and their deliveries as rows. */
@Module({
  providers: [DeliveriesRepository],
  exports: [DeliveriesRepository],
})
class HostEventsCoreModule {}

/** Submitting events, and their deliveries for host, operators and authors. */
@Module({
  imports: [HostEventsCoreModule, AuthorsCoreModule, InstallHttpModule],
  controllers: [DriveDeliveriesController, HostEventsController, InstallDeliveriesController],
  providers: [DeliveryQueries, HandInEvents, HostEventsRepository, RegisterEventKind, ReplayDeliveries],
})
export class HostEventsHttpModule {}

/** Sending events to plugins. */
@Module({
  imports: [HostEventsCoreModule, InstallModule, ListingsCoreModule, SecretsCoreModule],
  providers: [
    ...PING_PROCESSORS,
    DeliverEvents,
    scheduledJob('installs.deliver-events', DeliverEvents),
    PingReceiver,
    SendEvent,
  ],
})
export class HostEventsWorkerModule {}
