import { ApiProperty } from '@portal/platform/description';
import { NotificationView } from '@portal/identity';
import { InstallView, RunningInstallsView } from '@portal/installs';
import { UnpaidTenantView } from '../collection/collection.view.js';

const MINOR = 'before tax, minor units as decimal text';

export class OperatorCostView {
  @ApiProperty({ description: 'YYYY-MM, UTC' }) month: string;
  @ApiProperty({ description: 'Lower case' }) currency: string;
  @ApiProperty({ description: `Of the running month until now, else as invoiced; ${MINOR}` }) amount_minor: string;
}

export class OperatorHomeView {
  @ApiProperty({ type: [OperatorCostView], description: 'Of 12 months, oldest first; 0 where nothing was paid for' })
  costs: OperatorCostView[];
  @ApiProperty({ type: RunningInstallsView, description: 'Of your tenants' }) counts: RunningInstallsView;
  @ApiProperty({
    type: [InstallView],
    description: 'Of your tenants, at most 100; those that wait for somebody first, then newest',
  })
  installs: InstallView[];
  @ApiProperty({ type: [UnpaidTenantView], description: 'Your tenants with overdue invoices, at most 100' })
  unpaid: UnpaidTenantView[];
  @ApiProperty({ type: [NotificationView], description: 'The newest of each matter' }) happened: NotificationView[];
}
