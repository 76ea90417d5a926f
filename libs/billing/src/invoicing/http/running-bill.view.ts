import { ApiProperty } from '@portal/platform/description';
import { instant } from '@portal/platform/http';

const MINOR = 'Minor units as decimal text';

/** A stretch of the running month in which an install had one price. */
class RunningBillLineView {
  @ApiProperty(instant) from_at: string;
  @ApiProperty(instant) to_at: string;
  @ApiProperty({ description: `Price of a whole month. ${MINOR}` }) price_minor: string;
  @ApiProperty({ description: 'Lower case' }) currency: string;
  @ApiProperty({ description: `Before tax. ${MINOR}` }) amount_minor: string;
}

class RunningBillTotalView {
  @ApiProperty({ description: 'Lower case' }) currency: string;
  @ApiProperty({ description: `Before tax. ${MINOR}` }) amount_minor: string;
}

/** What an install costs in the running month until now. */
export class RunningBillView {
  @ApiProperty({ description: 'YYYY-MM, UTC' }) month: string;
  @ApiProperty({ ...instant, description: 'Priced until then' }) until: string;
  @ApiProperty({ type: [RunningBillLineView], description: 'Oldest first; none while it costs nothing' })
  lines: RunningBillLineView[];
  @ApiProperty({ type: [RunningBillTotalView] }) totals: RunningBillTotalView[];
}
