import { Injectable } from '@nestjs/common';
import { failpoint } from '@portal/platform/config';
import { parseMonth } from '../domain/month.js';
import { ComputeTaxes } from '../tax/compute-taxes.js';
import { BookInvoices } from './book-invoices.js';
import { ChargeListingFees } from './charge-listing-fees.js';
import { FinishClose } from './finish-close.js';
import { WriteLines } from './write-lines.js';

/**
 * Closes a month in six steps, each committed on its own and skipped when it is done: freezing the month against later
 * events; lines and draft invoices; their tax; booking and issuing, two batches at a time; listing fees; the month
 * itself. After a crash, another run ends with the same rows. No step blocks an install.
 */
@Injectable()
export class CloseMonth {
  constructor(
    private readonly lines: WriteLines,
    private readonly taxes: ComputeTaxes,
    private readonly invoices: BookInvoices,
    private readonly fees: ChargeListingFees,
    private readonly finish: FinishClose,
  ) {}

  /** @throws Error while events about installs of this month are not processed yet: to be retried. */
  async execute(monthText: string): Promise<void> {
    const month = parseMonth(monthText);
    await this.lines.execute(month);
    failpoint('close.lines_written');
    await this.taxes.execute(month);
    await this.invoices.execute(month);
    failpoint('close.posted');
    await this.fees.execute(month);
    await this.finish.execute(month);
  }
}
