import { ApiProperty } from '@portal/platform/description';
import { instant, maybeText } from '@portal/platform/http';
import { UnpaidView } from './payouts.view.js';

/** Minor units as decimal text, before tax. */
export class AuthorMonthView {
  @ApiProperty({ description: 'YYYY-MM, UTC' }) month: string;
  @ApiProperty({ description: 'Lower case' }) currency: string;
  @ApiProperty({ description: 'Monthly prices of the installs that are paid for now' }) recurring_minor: string;
  @ApiProperty({ description: 'Your share of them' }) recurring_share_minor: string;
  @ApiProperty({ description: 'Those of the installs at the end of last month' }) last_recurring_minor: string;
  @ApiProperty({ description: 'Your share until now, as the close of the month will book it' }) accrued_minor: string;
  @ApiProperty({ description: 'Listing fees that the close will deduct, with tax' }) listing_fee_minor: string;
  @ApiProperty({ description: 'Your share of all of last month' }) last_share_minor: string;
  @ApiProperty({
    type: UnpaidView,
    nullable: true,
    description: 'As if tenants had paid what accrued. Null: nothing is owed',
  })
  forecast: UnpaidView | null;
}

export class HomeDriveView {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() name: string;
  @ApiProperty({ description: 'The listing together with what is on its way' }) state: string;
  @ApiProperty({ ...maybeText, description: 'The live one' }) version: string | null;
  @ApiProperty({ description: 'Running installs' }) active: number;
  @ApiProperty({ description: 'Those that do not answer, or refuse the token' }) failing: number;
}

class InstallsOfMonthView {
  @ApiProperty({ description: 'YYYY-MM, UTC' }) month: string;
  @ApiProperty({ description: 'Running at its end, or now' }) active: number;
}

class HappenedView {
  @ApiProperty({ format: 'uuid', description: 'Of the install, submission, payout or Drive' }) id: string;
  @ApiProperty({ enum: ['accepted', 'installed', 'uninstalled', 'approve', 'request_changes', 'reject', 'paid'] })
  kind: 'accepted' | 'installed' | 'uninstalled' | 'approve' | 'request_changes' | 'reject' | 'paid';
  @ApiProperty(instant) at: string;
  @ApiProperty({ ...maybeText, format: 'uuid' }) drive_id: string | null;
  @ApiProperty({ ...maybeText, description: 'Name of the Drive' }) drive: string | null;
  @ApiProperty({ ...maybeText, description: 'Of a payout, minor units' }) amount_minor: string | null;
  @ApiProperty(maybeText) currency: string | null;
}

export class AuthorHomeView {
  @ApiProperty({ type: [HomeDriveView], description: 'Oldest first' }) drives: HomeDriveView[];
  @ApiProperty({ type: [InstallsOfMonthView], description: 'Twelve months, the running one last' })
  installs: InstallsOfMonthView[];
  @ApiProperty({ type: [HappenedView], description: 'Newest first; payouts for members who see money' })
  happened: HappenedView[];
  @ApiProperty({
    type: [AuthorMonthView],
    nullable: true,
    description: 'The running month by currency. Null for members who do not see money',
  })
  money: AuthorMonthView[] | null;
}
