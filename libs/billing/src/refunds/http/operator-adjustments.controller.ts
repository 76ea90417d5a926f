import { CurrentActor, RequireRole, scopeIds, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetData } from '@portal/platform/http';
import { InvoiceAdjustments } from '../read/invoice-adjustments.js';
import { InvoiceAdjustmentsView } from './adjustments.view.js';

@RequireRole('operator')
@ApiController('operator', 'api/v1/operator')
export class OperatorAdjustmentsController {
  constructor(private readonly adjustments: InvoiceAdjustments) {}

  /** List the adjustments of a tenant's invoice. Refunds and credit notes. */
  @GetData('invoices/:id/adjustments', InvoiceAdjustmentsView)
  listOfInvoice(@CurrentActor() actor: Actor, @IdParam() id: string) {
    return this.adjustments.forTenant(id, scopeIds(actor, 'operator'));
  }
}
