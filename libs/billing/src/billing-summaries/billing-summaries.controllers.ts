import { Query } from '@nestjs/common';
import { CurrentActor, MemberMay, RequireRole, scopeIds, type Actor } from '@portal/platform/access';
import { ApiController, GetPage } from '@portal/platform/http';
import {
  DriveBillingSummariesQuery,
  FinanceBillingSummariesQuery,
  InstallBillingSummariesQuery,
} from './billing-summaries.dto.js';
import { BillingSummaries } from './billing-summaries.js';
import { BillingSummaryView, FinanceBillingSummaryView } from './billing-summaries.view.js';

@RequireRole('operator')
@ApiController('operator', 'api/v1/operator/billing-summaries')
export class OperatorBillingSummariesController {
  constructor(private readonly summaries: BillingSummaries) {}

  /**
   * List amounts that plugins report to bill your tenants. Next to the invoiced amounts; newest month first. For
   * information only.
   */
  @GetPage('', BillingSummaryView)
  list(@CurrentActor() actor: Actor, @Query() query: InstallBillingSummariesQuery) {
    const { install_id: installId, ...rest } = query;
    return this.summaries.listOwn({ ...rest, installId, tenantIds: scopeIds(actor, 'operator') });
  }
}

@RequireRole('author')
@ApiController('author money', 'api/v1/author/billing-summaries')
export class AuthorBillingSummariesController {
  constructor(private readonly summaries: BillingSummaries) {}

  /**
   * List amounts that your Drives report to bill. Next to the amounts that the host invoiced; newest month first. For
   * information only.
   */
  @GetPage('', BillingSummaryView)
  @MemberMay('see_money')
  list(@CurrentActor() actor: Actor, @Query() query: DriveBillingSummariesQuery) {
    const { drive_id: driveId, ...rest } = query;
    return this.summaries.listOwn({ ...rest, driveId, orgIds: scopeIds(actor, 'author') });
  }
}

@RequireRole('finance')
@ApiController('finance', 'api/v1/finance/billing-summaries')
export class FinanceBillingSummariesController {
  constructor(private readonly summaries: BillingSummaries) {}

  /**
   * List amounts that Drives report to bill. Next to the invoiced amounts; newest month first. Never used to move
   * money.
   */
  @GetPage('', FinanceBillingSummaryView)
  list(@Query() query: FinanceBillingSummariesQuery) {
    const { drive_id: driveId, differs, ...rest } = query;
    return this.summaries.list({ ...rest, driveId, differs: differs === 'true' });
  }
}
