import { OptionalId, OptionalOneOf, OptionalPattern, PageQuery } from '@portal/platform/http';

class BillingSummariesQuery extends PageQuery {
  @OptionalPattern(/^20\d\d-(0[1-9]|1[0-2])$/, 'YYYY-MM, UTC') month?: string;
}

export class InstallBillingSummariesQuery extends BillingSummariesQuery {
  @OptionalId('Of one install') install_id?: string;
}

export class DriveBillingSummariesQuery extends BillingSummariesQuery {
  @OptionalId('Of one Drive') drive_id?: string;
}

export class FinanceBillingSummariesQuery extends DriveBillingSummariesQuery {
  @OptionalOneOf(['true'], 'Only those that differ from what was invoiced') differs?: 'true';
}
