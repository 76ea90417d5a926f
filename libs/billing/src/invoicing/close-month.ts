import { Injectable } from '@nestjs/common';
import { failpoint } from '@portal/platform/config';
import { parseMonth } from '../domain/month.js';
import { ComputeTaxes } from '../tax/compute-taxes.js';
import { BookInvoices } from './book-invoices.js';
import { ChargeListingFees } from './charge-listing-fees.js';
import { FinishClose } from './finish-close.js';
import { WriteLines } from './write-lines.js';

/**
 * Closes a month in six steps, each committed by itself and each skipped when it was done before: nothing told later
 * changes the month any more; all lines and draft invoices; the tax on them; booking and issuing, two stretches of
 * invoices at a time; the fees of listings that their authors bill; the month itself. Killed anywhere and run again it ends with the same rows. No step keeps an install waiting.
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

  /** @throws Error when events about installs of this month are still on their way: to be tried again. */
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
