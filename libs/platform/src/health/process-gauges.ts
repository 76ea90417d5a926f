import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Gauge, type Registry } from 'prom-client';
import { Database } from '../database/database.js';
import { receiversPaused } from '../jobs/receiver-breaker.js';

/** What a process has of its own, evaluated when it is read. */
@Injectable()
export class ProcessGauges {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  addTo(register: Registry): void {
    const { database, clock } = this;
    new Gauge({
      name: 'portal_database_connections',
      help: 'Connections of this process, and what waits for one',
      labelNames: ['state'],
      registers: [register],
      collect() {
        for (const [state, count] of Object.entries(database.connections())) this.set({ state }, count);
      },
    });
    new Gauge({
      name: 'portal_drive_breakers_open',
      help: 'Drives, endpoints of theirs and webhooks that this process does not call for a while because they do not answer',
      registers: [register],
      collect() {
        this.set(receiversPaused(clock.wallNow().getTime()));
      },
    });
  }
}
