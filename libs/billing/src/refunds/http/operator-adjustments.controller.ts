import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentActor, RequireRole, scopeIds, type Actor } from '@portal/platform/access';
import { ApiData, IdParam } from '@portal/platform/http';
import { InvoiceAdjustments } from '../read/invoice-adjustments.js';
import { InvoiceAdjustmentsView } from './adjustments.view.js';

@ApiTags('operator')
@RequireRole('operator')
@Controller('api/v1/operator')
export class OperatorAdjustmentsController {
  constructor(private readonly adjustments: InvoiceAdjustments) {}

  /** List the adjustments of a tenant's invoice. Refunds and credit notes. */
  @Get('invoices/:id/adjustments')
  @ApiData(InvoiceAdjustmentsView)
  listOfInvoice(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<InvoiceAdjustmentsView> {
    return this.adjustments.forTenant(id, scopeIds(actor, 'operator'));
  }
}
