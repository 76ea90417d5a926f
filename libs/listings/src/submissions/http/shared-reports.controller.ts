import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public, BypassRowSecurity } from '@portal/platform/access';
import { ApiData } from '@portal/platform/http';
import { ReportLinksService } from '../report-links.service.js';
import { SharedReportView } from '../../listing/listings.view.js';

/** Open to anybody with the address. */
@ApiTags('public')
@Public()
@Controller('api/public/reports')
export class SharedReportsController {
  constructor(private readonly reports: ReportLinksService) {}

  /** Get a shared check report. The checks that an author shared by its link, without anything of the review. */
  @Get(':token')
  @BypassRowSecurity('the one report whose author gave out this address')
  @ApiData(SharedReportView)
  get(@Param('token') token: string): Promise<SharedReportView> {
    return this.reports.byToken(token);
  }
}
