import { Body } from '@nestjs/common';
import { CurrentActor, HostScope, RequireRole, type Actor } from '@portal/platform/access';
import { ApiController, BodyLimit, GetData, IdParam, PutData, SMALL_BODY } from '@portal/platform/http';
import { BillingDetailsBody, TenantPayerBody } from '../invoicing/http/billing.dto.js';
import { BillingDetailsView, TenantPayerView } from '../invoicing/http/billing.view.js';
import { SetBillingDetails } from './set-billing-details.js';
import { TenantPayer } from './tenant-payer.js';

/** How the tenants of the host pay. */
@ApiController('host', 'api/v1/host/tenants/:id')
@RequireRole('host', 'admin')
@HostScope('billing')
export class HostPayersController {
  constructor(
    private readonly payer: TenantPayer,
    private readonly details: SetBillingDetails,
  ) {}

  /** Get how a tenant pays. By which card, or through the host. */
  @GetData('payer', TenantPayerView)
  getPayer(@IdParam() id: string) {
    return this.payer.get(id);
  }

  /**
   * Set how a tenant pays. By the default card of a customer that you have at the same payment account, which is looked
   * up there, or through yourself: then no card is charged, paid plugins need none, and you pay the invoices over.
   */
  @PutData('payer', TenantPayerView)
  @BodyLimit(SMALL_BODY)
  async setPayer(@IdParam() id: string, @Body() body: TenantPayerBody, @CurrentActor() actor: Actor) {
    await this.payer.set(actor, id, { collectedBy: body.collected_by, customerId: body.customer });
    return this.payer.get(id);
  }

  /**
   * Save the billing details of a tenant. Name, address and tax id for future invoices; with tax, no paid plugin is
   * installed without them. What an operator has changed meanwhile is not replaced: 409 has its `revision`.
   */
  @PutData('billing-details', BillingDetailsView)
  @BodyLimit(SMALL_BODY)
  async setDetails(@IdParam() id: string, @Body() body: BillingDetailsBody, @CurrentActor() actor: Actor) {
    await this.payer.get(id);
    return this.details.saveForHost(actor, id, body);
  }
}
