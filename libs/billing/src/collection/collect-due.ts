import { Inject, Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { LOGGER } from '@portal/platform/logging';
import type { Logger } from 'pino';
import { ChargeInvoice } from './charge-invoice.js';
import { PaymentsRepository } from './payments.repository.js';

const BATCH = 200;

/** Charges invoices that are due by the retry calendar, and continues attempts that were sent and not answered. */
@Injectable()
export class CollectDue {
  constructor(
    private readonly transactor: Transactor,
    private readonly payments: PaymentsRepository,
    private readonly charge: ChargeInvoice,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** With a tenant: all its unpaid invoices now. Returns the number of invoices. */
  async execute(tenantId?: string): Promise<number> {
    const due = await this.transactor.run((tx) =>
      tenantId === undefined ? this.payments.due(tx, BATCH) : this.payments.dueNow(tx, tenantId),
    );
    for (const invoiceId of due) {
      try {
        const result = await this.charge.execute(invoiceId, { byList: true });
        if (result.kind === 'waiting') this.log.warn({ invoiceId, reason: result.reason }, 'charge has no outcome yet');
      } catch (error) {
        this.log.warn({ err: error, invoiceId }, 'charge failed, the next round tries again');
      }
    }
    return due.length;
  }
}
