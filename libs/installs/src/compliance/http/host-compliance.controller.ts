import { Query } from '@nestjs/common';
import { HostScope, RequireRole } from '@portal/platform/access';
import { OptionalPattern, PageQuery, ApiController, GetPage } from '@portal/platform/http';
import { EXTERNAL_ID } from '../../install/http/installs.dto.js';
import { ComplianceLapses } from '../read/compliance-lapses.js';
import { HostComplianceLapseView } from '../read/compliance-lapse.view.js';

class HostLapsesQuery extends PageQuery {
  @OptionalPattern(EXTERNAL_ID, "The host's own id of the tenant") tenant?: string;
}

/** Lapses of installed plugins. */
@ApiController('host', 'api/v1/host/compliance-lapses')
@RequireRole('host', 'admin')
@HostScope('compliance')
export class HostComplianceController {
  constructor(private readonly lapses: ComplianceLapses) {}

  /**
   * List compliance lapses. Running installs that no longer meet what their tenant or the plugin requires, also those that
   * existed before a tenant became regulated: what is missing, since when, who must act, and what happens when. The
   * oldest first.
   */
  @GetPage('', HostComplianceLapseView)
  list(@Query() query: HostLapsesQuery) {
    return this.lapses.open(query);
  }
}
