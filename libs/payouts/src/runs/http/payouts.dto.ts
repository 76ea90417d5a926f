import { ApiProperty } from '@portal/platform/description';
import { COUNTRIES, COUNTRY_EXPECTED } from '@portal/kernel';
import {
  OptionalId,
  OptionalPattern,
  PageQuery,
  maybeInstant,
  maybeText,
  MayBeAbsent,
  Words,
  OptionalWords,
  OptionalFlag,
  OptionalInstant,
  OptionalLength,
} from '@portal/platform/http';
import { IsBoolean, IsIn, IsInt, IsUUID, Matches, Max, Min } from 'class-validator';
import { HOLD_KINDS, type HoldKind } from '../domain/unpaid.js';
import { RECOVERY_WAYS } from '../../holds/recover-balance.js';

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;

export class PrepareRunBody {
  @ApiProperty({ example: '2026-11' }) @Matches(MONTH) month: string;
}

export class ApproveRunBody {
  @ApiProperty({ description: 'Hash of the set that you reviewed' }) @Matches(/^[0-9a-f]{64}$/) input_hash: string;
}

export class PauseRunBody {
  @OptionalWords(3, 500) reason?: string;
}

export class GiveUpBody {
  @Words(3, 500, 'Kept in the history of the run') reason: string;
}

export class ResumeRunBody {
  @OptionalPattern(/^[a-z]{3}$/, 'Only this currency, which was paused because of insufficient balance')
  currency?: string;
}

export class SwapAccountBody {
  @ApiProperty({
    required: false,
    description: 'Country of the new account, ISO 3166-1 alpha-2; defaults to that of the old one',
  })
  @MayBeAbsent()
  @IsIn(COUNTRIES, { message: COUNTRY_EXPECTED })
  country?: string;
}

export class HoldsQuery extends PageQuery {
  @OptionalId({ format: 'uuid' }) org_id?: string;
  @OptionalFlag('true: in force, or still withholding something') active?: boolean;
}

export class PlaceHoldBody {
  @ApiProperty({ format: 'uuid' }) @IsUUID() org_id: string;
  @ApiProperty({ enum: HOLD_KINDS }) @IsIn(HOLD_KINDS) kind: HoldKind;
  @ApiProperty({ minimum: 1, maximum: 10_000 }) @IsInt() @Min(1) @Max(10_000) basis_points: number;
  @ApiProperty({ required: false, type: Number, nullable: true, minimum: 1, maximum: 24 })
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(24)
  window_months?: number | null;
  @OptionalInstant(maybeInstant) ends_at?: string | null;
  @Words(3, 500, 'Shown to the author') reason: string;
}

export class EndHoldBody {
  @Words(3, 500) reason: string;
  @ApiProperty({ required: false, description: 'Also release the parts of a rolling reserve before their dates' })
  @MayBeAbsent()
  @IsBoolean()
  release_now?: boolean;
}

export class PayoutsOfAuthorQuery extends PageQuery {
  @OptionalId({ format: 'uuid', description: 'This payout only' }) id?: string;
}

export class ProposeRecoveryBody {
  @ApiProperty({ format: 'uuid' }) @IsUUID() org_id: string;
  @ApiProperty() @Matches(/^[a-z]{3}$/) currency: string;
  @ApiProperty({ enum: RECOVERY_WAYS }) @IsIn(RECOVERY_WAYS) how: (typeof RECOVERY_WAYS)[number];
  @OptionalPattern(/^[1-9]\d{0,17}$/, {
    ...maybeText,
    description: 'Minor units, positive; defaults to everything owed',
  })
  amount_minor?: string | null;
  @Words(3, 2000, 'Shown to the second person') reason: string;
  @OptionalLength(3, 200, { ...maybeText, description: 'Reference of the payment; required for paid_otherwise' })
  evidence?: string | null;
}
