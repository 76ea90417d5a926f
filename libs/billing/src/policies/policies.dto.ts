import { ApiProperty } from '@portal/platform/description';
import { ANY_JSON, instant, IsInstant, Words } from '@portal/platform/http';
import { IsDefined } from 'class-validator';

const VALUE = {
  ...ANY_JSON,
  nullable: false,
  description: "JSON of the policy's own shape; what is wrong with it comes back in `details`",
};

export class PreviewPolicyBody {
  @ApiProperty(VALUE) @IsDefined() value: unknown;
}

export class ProposePolicyBody {
  @ApiProperty(VALUE) @IsDefined() value: unknown;
  @ApiProperty({ ...instant, description: 'Start of validity; not within a closed month' })
  @IsInstant()
  valid_from: string;
  @Words(3, 2000, 'Why') reason: string;
}
