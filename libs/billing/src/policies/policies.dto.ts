import { ApiProperty } from '@nestjs/swagger';
import { ANY_JSON, instant } from '@portal/platform/http';
import { IsDefined, IsISO8601, IsString, Length } from 'class-validator';

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
  @IsISO8601({ strict: true, strictSeparator: true })
  valid_from: string;
  @ApiProperty({ description: 'Why' }) @IsString() @Length(3, 2000) reason: string;
}
