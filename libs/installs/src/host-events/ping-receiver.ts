import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { DeliveriesRepository } from './deliveries.repository.js';
import { SendEvent } from './send-event.js';

/**
 * After an installation or upgrade the plugin is sent a ping, once, if its version accepts events. A failed ping is
 * shown and delays nothing.
 */
@Injectable()
export class PingReceiver {
  constructor(
    private readonly send: SendEvent,
    private readonly deliveries: DeliveriesRepository,
    private readonly ids: Ids,
  ) {}

  /** @param once does the work in a transaction in which it counts once */
  async execute(installId: string, once: (work: (tx: Tx) => Promise<void>) => Promise<void>): Promise<void> {
    const receiver = await this.send.receiver(installId);
    if (!receiver) return;
    const { driveId } = receiver.install;
    await once((tx) => this.deliveries.addPing(tx, { id: this.ids.next(), installId, driveId }));
  }
}
