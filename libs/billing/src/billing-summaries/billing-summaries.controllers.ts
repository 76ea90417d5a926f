import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, MemberMay, RequireRole, scopeIds, type Actor } from '@portal/platform/access';
import { ApiPage } from '@portal/platform/http';
import {
  DriveBillingSummariesQuery,
  FinanceBillingSummariesQuery,
  InstallBillingSummariesQuery,
} from './billing-summaries.dto.js';
import { BillingSummaries } from './billing-summaries.js';
import { BillingSummaryView, FinanceBillingSummaryView } from './billing-summaries.view.js';

@ApiTags('operator')
@RequireRole('operator')
@Controller('api/v1/operator/billing-summaries')
export class OperatorBillingSummariesController {
  constructor(private readonly summaries: BillingSummaries) {}

  /**
   * List amounts that plugins report to bill your tenants. Next to the invoiced amounts; newest month first. For
   * information only.
   */
  @Get()
  @ApiPage(BillingSummaryView)
  list(@CurrentActor() actor: Actor, @Query() query: InstallBillingSummariesQuery): Promise<Page<BillingSummaryView>> {
    const { install_id: installId, ...rest } = query;
    return this.summaries.listOwn({ ...rest, installId, tenantIds: scopeIds(actor, 'operator') });
  }
}

@ApiTags('author money')
@RequireRole('author')
@Controller('api/v1/author/billing-summaries')
export class AuthorBillingSummariesController {
  constructor(private readonly summaries: BillingSummaries) {}

  /**
   * List amounts that your Drives report to bill. Next to the amounts that the host invoiced; newest month first. For
   * information only.
   */
  @Get()
  @MemberMay('see_money')
  @ApiPage(BillingSummaryView)
  list(@CurrentActor() actor: Actor, @Query() query: DriveBillingSummariesQuery): Promise<Page<BillingSummaryView>> {
    const { drive_id: driveId, ...rest } = query;
    return this.summaries.listOwn({ ...rest, driveId, orgIds: scopeIds(actor, 'author') });
  }
}

@ApiTags('finance')
@RequireRole('finance')
@Controller('api/v1/finance/billing-summaries')
export class FinanceBillingSummariesController {
  constructor(private readonly summaries: BillingSummaries) {}

  /**
   * List amounts that Drives report to bill. Next to the invoiced amounts; newest month first. Never used to move
   * money.
   */
  @Get()
  @ApiPage(FinanceBillingSummaryView)
  list(@Query() query: FinanceBillingSummariesQuery): Promise<Page<FinanceBillingSummaryView>> {
    const { drive_id: driveId, differs, ...rest } = query;
    return this.summaries.list({ ...rest, driveId, differs: differs === 'true' });
  }
}
