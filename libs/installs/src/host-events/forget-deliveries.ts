import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { DeliveriesRepository } from './deliveries.repository.js';

const DELIVERIES_KEPT_DAYS = 30;

/** Deliveries, and events without pending ones, are kept for 30 days, for inspection and replay. */
@Injectable()
export class ForgetDeliveries {
  constructor(
    private readonly transactor: Transactor,
    private readonly deliveries: DeliveriesRepository,
  ) {}

  async execute(): Promise<void> {
    await this.transactor.run((tx) => this.deliveries.forgetBefore(tx, DELIVERIES_KEPT_DAYS));
  }
}
