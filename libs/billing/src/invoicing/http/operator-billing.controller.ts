import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import {
  ApiData,
  ApiPage,
  CurrentActor,
  PageQuery,
  RequireRole,
  RequireStepUp,
  scopeIds,
  type Actor,
} from '@portal/platform';
import { Invoices } from '../read/invoices.js';
import { PayInvoice } from '../../collection/pay-invoice.js';
import { Standing } from '../read/standing.js';
import { StandingView } from '../../collection/collection.view.js';
import { PaymentMethod } from '../../cards/payment-method.js';
import { FinishCardPage } from '../../cards/finish-card-page.js';
import { OpenCardPage } from '../../cards/open-card-page.js';
import { SavePaymentMethod } from '../../cards/save-payment-method.js';
import { SetBillingDetails } from '../../cards/set-billing-details.js';
import { BillingDetailsBody, CardPageBody, SavePaymentMethodBody } from './billing.dto.js';
import { BillingDetailsView, CardPageView, InvoiceDetailView, InvoiceView, PaymentMethodView } from './billing.view.js';

const NO_DETAILS = {
  legal_name: '',
  line1: '',
  city: '',
  postal_code: '',
  region: null,
  country: '',
  tax_id_type: null,
  tax_id: null,
};

@ApiTags('operator')
@RequireRole('operator')
@Controller('api/v1/operator')
export class OperatorBillingController {
  constructor(
    private readonly invoices: Invoices,
    private readonly paymentMethod: PaymentMethod,
    private readonly save: SavePaymentMethod,
    private readonly openCardPage: OpenCardPage,
    private readonly finishCardPage: FinishCardPage,
    private readonly payInvoice: PayInvoice,
    private readonly standing: Standing,
    private readonly billingDetails: SetBillingDetails,
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

  @Post('invoices/:id/pay')
  @RequireStepUp()
  @HttpCode(200)
  @ApiData(InvoiceDetailView)
  async pay(@CurrentActor() actor: Actor, @Param('id', ParseUUIDPipe) id: string): Promise<InvoiceDetailView> {
    await this.payInvoice.execute(actor, id);
    return this.invoices.get(id, scopeIds(actor, 'operator'));
  }

  @Get('tenants/:tenantId/billing-details')
  @ApiData(BillingDetailsView)
  async details(
    @CurrentActor() actor: Actor,
    @Param('tenantId', ParseUUIDPipe) tenantId: string,
  ): Promise<BillingDetailsView> {
    const found = await this.billingDetails.get(actor, tenantId);
    return { revision: found.revision, given: found.details !== null, ...(found.details ?? NO_DETAILS) };
  }

  @Post('tenants/:tenantId/billing-details')
  @HttpCode(200)
  @ApiData(BillingDetailsView)
  async setDetails(
    @CurrentActor() actor: Actor,
    @Param('tenantId', ParseUUIDPipe) tenantId: string,
    @Body() body: BillingDetailsBody,
  ): Promise<BillingDetailsView> {
    const { region = null, tax_id = null, tax_id_type = null, revision, ...rest } = body;
    await this.billingDetails.execute(actor, tenantId, { ...rest, region, tax_id, tax_id_type }, revision);
    return this.details(actor, tenantId);
  }

  @Get('tenants/:tenantId/standing')
  @ApiData(StandingView)
  stands(@CurrentActor() actor: Actor, @Param('tenantId', ParseUUIDPipe) tenantId: string): Promise<StandingView> {
    return this.standing.ofTenant(actor, tenantId);
  }

  @Get('tenants/:tenantId/payment-method')
  @ApiData(PaymentMethodView)
  card(@CurrentActor() actor: Actor, @Param('tenantId') tenantId: string): Promise<PaymentMethodView> {
    return this.paymentMethod.get(actor, tenantId);
  }

  @Post('tenants/:tenantId/payment-method')
  @RequireStepUp()
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

  /** The payment provider's page on which somebody enters a card; it comes back to the portal. */
  @Post('tenants/:tenantId/payment-method/page')
  @RequireStepUp()
  @HttpCode(200)
  @ApiData(CardPageView)
  cardPage(@CurrentActor() actor: Actor, @Param('tenantId', ParseUUIDPipe) tenantId: string): Promise<CardPageView> {
    return this.openCardPage.ofTenant(actor, tenantId);
  }

  /** Back from that page: the card that was entered there is kept. */
  @Post('tenants/:tenantId/payment-method/finish')
  @HttpCode(200)
  @ApiData(PaymentMethodView)
  async finishCard(
    @CurrentActor() actor: Actor,
    @Param('tenantId', ParseUUIDPipe) tenantId: string,
    @Body() body: CardPageBody,
  ): Promise<PaymentMethodView> {
    await this.paymentMethod.get(actor, tenantId);
    await this.finishCardPage.forPayer(actor, tenantId, body.page_id);
    return this.paymentMethod.get(actor, tenantId);
  }
}
