import { ApiProperty } from '@portal/platform/description';
import { CheckCountsView } from '@portal/listings';
import { instant, maybeInstant, maybeNumber } from '@portal/platform/http';
import { ResponseTimeView } from '../read/history.view.js';
import { PluginClaimView, PluginVersionView } from '../../install/read/installs.view.js';

class AcceptedCheckView {
  @ApiProperty({ example: 'C21' }) check_id: string;
  @ApiProperty({ description: 'What the check asks for' }) title: string;
  @ApiProperty({ ...instant, description: 'Two people accepted its failure until then' }) until: string;
}

/** How we know what the page of a plugin says. */
export class PluginEvidenceView {
  @ApiProperty({ ...maybeInstant, description: 'When the version that was reviewed last was submitted' })
  submitted_at: string | null;
  @ApiProperty({ ...maybeInstant, description: 'When its checks ended' }) checked_at: string | null;
  @ApiProperty({ ...maybeInstant, description: 'When a reviewer approved it' }) reviewed_at: string | null;
  @ApiProperty({ type: CheckCountsView, description: 'All checks of that version' }) checks: CheckCountsView;
  @ApiProperty({ type: CheckCountsView, description: 'Those of them that install it on two test tenants' })
  test_installs: CheckCountsView;
  @ApiProperty({ type: [AcceptedCheckView], description: 'Failed checks that two people accepted until a date' })
  accepted: AcceptedCheckView[];
  @ApiProperty({ type: [PluginClaimView], description: 'About regulated data; none: it states nothing about it' })
  claims: PluginClaimView[];
  @ApiProperty({ type: [PluginVersionView], description: 'The last 20 that went live, newest first' })
  versions: PluginVersionView[];
  @ApiProperty({
    ...maybeNumber,
    description: 'Share of good answers of its health endpoint in 28 days, 0 to 1; null: not enough data yet',
  })
  answered_share: number | null;
  @ApiProperty({ type: ResponseTimeView, nullable: true, description: 'Null: not measured yet' })
  response_time: ResponseTimeView | null;
}
