import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { ApiData, ApiPage, CurrentActor, PageQuery, RequireRole, scopeIds, type Actor } from '@portal/platform';
import { Invoices } from '../read/invoices.js';
import { PaymentMethod } from '../read/payment-method.js';
import { SavePaymentMethod } from '../save-payment-method.js';
import { SavePaymentMethodBody } from './billing.dto.js';
import { InvoiceDetailView, InvoiceView, PaymentMethodView } from './billing.view.js';

@ApiTags('operator')
@RequireRole('operator')
@Controller('api/v1/operator')
export class OperatorBillingController {
  constructor(
    private readonly invoices: Invoices,
    private readonly paymentMethod: PaymentMethod,
    private readonly save: SavePaymentMethod,
  ) {}

  @Get('invoices')
  @ApiPage(InvoiceView)
  list(@CurrentActor() actor: Actor, @Query() query: PageQuery): Promise<Page<InvoiceView>> {
    return this.invoices.list({ ...query, tenantIds: scopeIds(actor, 'operator') });
  }

  @Get('invoices/:id')
  @ApiData(InvoiceDetailView)
  get(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<InvoiceDetailView> {
    return this.invoices.get(id, scopeIds(actor, 'operator'));
  }

  @Get('tenants/:tenantId/payment-method')
  @ApiData(PaymentMethodView)
  card(@CurrentActor() actor: Actor, @Param('tenantId') tenantId: string): Promise<PaymentMethodView> {
    return this.paymentMethod.get(actor, tenantId);
  }

  @Post('tenants/:tenantId/payment-method')
  @HttpCode(200)
  @ApiData(PaymentMethodView)
  async saveCard(
    @CurrentActor() actor: Actor,
    @Param('tenantId') tenantId: string,
    @Body() body: SavePaymentMethodBody,
  ): Promise<PaymentMethodView> {
    await this.save.execute(actor, tenantId, body.payment_method);
    return this.paymentMethod.get(actor, tenantId);
  }
}
