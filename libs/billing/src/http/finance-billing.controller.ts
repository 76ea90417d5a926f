import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { ApiData, ApiPage, CurrentActor, RequireRole, RequireStepUp, type Actor } from '@portal/platform';
import { Invoices } from '../read/invoices.js';
import { ListPeriods } from '../read/list-periods.js';
import { RequestClose } from '../request-close.js';
import { InvoicesQuery } from './billing.dto.js';
import { InvoiceDetailView, InvoiceView, PeriodStateView, PeriodView } from './billing.view.js';

@ApiTags('finance')
@RequireRole('finance')
@Controller('api/v1/finance')
export class FinanceBillingController {
  constructor(
    private readonly periods: ListPeriods,
    private readonly invoices: Invoices,
    private readonly requestClose: RequestClose,
  ) {}

  @Get('periods')
  @ApiPage(PeriodView)
  listPeriods(): Promise<Page<PeriodView>> {
    return this.periods.execute();
  }

  @RequireStepUp()
  @Post('periods/:month/close')
  @HttpCode(202)
  @ApiData(PeriodStateView, { status: 202, description: 'The month is being closed, or was' })
  close(@CurrentActor() actor: Actor, @Param('month') month: string): Promise<PeriodStateView> {
    return this.requestClose.execute(actor, month);
  }

  @Get('invoices')
  @ApiPage(InvoiceView)
  listInvoices(@Query() query: InvoicesQuery): Promise<Page<InvoiceView>> {
    return this.invoices.list(query);
  }

  @Get('invoices/:id')
  @ApiData(InvoiceDetailView)
  getInvoice(@Param('id') id: string): Promise<InvoiceDetailView> {
    return this.invoices.get(id);
  }
}
