import { ApiProperty } from '../description/index.js';
import { maybeText } from '../http/fields/field-shapes.js';

const STATES = ['passed', 'failed', 'not_checked'] as const;

export class DeploymentCheckView {
  @ApiProperty({ description: 'What has to be so' }) title: string;
  @ApiProperty({ enum: STATES }) state: (typeof STATES)[number];
  @ApiProperty({ ...maybeText, description: 'What is wrong, or why it was not checked' }) detail: string | null;
  @ApiProperty({ ...maybeText, description: 'What to do' }) advice: string | null;
}

export class DeploymentView {
  @ApiProperty({ type: [DeploymentCheckView], description: 'In the order in which to mend' })
  checks: DeploymentCheckView[];
}
