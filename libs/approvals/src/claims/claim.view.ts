import { ApiProperty } from '@portal/platform/description';
import { instant, MayBeAbsent, OptionalOneOf } from '@portal/platform/http';
import { IsBoolean, IsIn } from 'class-validator';

/** The reviewer who works on a case. */
export class CaseHoldView {
  @ApiProperty() holder: string;
  @ApiProperty({ description: 'True when it is the caller' }) yours: boolean;
  @ApiProperty(instant) since: string;
  @ApiProperty({ ...instant, description: 'Free afterwards, unless worked on' }) until: string;
}

export class CaseClaimView {
  @ApiProperty() id: string;
  @ApiProperty({ description: 'By you' }) claimed: boolean;
}

export class HoldCaseDto {
  @ApiProperty({ required: false, description: 'Take it from another reviewer who works on it; audited' })
  @MayBeAbsent()
  @IsBoolean()
  takeover?: boolean;
}

export class ClaimNextDto {
  @ApiProperty({ enum: ['submission', 'application'] }) @IsIn(['submission', 'application']) of:
    'submission' | 'application';
  @OptionalOneOf(['initial', 'update'], 'Of submissions, only first versions, or only updates') kind?:
    'initial' | 'update';
}
