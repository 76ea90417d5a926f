import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Matches,
  MaxLength,
} from 'class-validator';
import { ACCEPTS, type Accepts } from '../domain/upgrade-outcome.js';

export class NamedBody {
  @ApiProperty() @IsString() @Length(1, 200) name: string;
  @ApiProperty({ description: "The host's own id" })
  @IsString()
  @Matches(/^[A-Za-z0-9._~-]{1,100}$/)
  external_id: string;
}

export class OperatorBody {
  @ApiProperty() @IsEmail() @MaxLength(254) email: string;
}

export class RequestInstallBody {
  @ApiProperty() @IsUUID() venture_id: string;
  @ApiProperty() @IsUUID() drive_id: string;
  @ApiProperty({ description: 'Digest of the revision that was looked at' }) @IsString() @Length(8, 100) digest: string;
  @ApiProperty({ type: [String] }) @IsArray() @ArrayMaxSize(100) @IsString({ each: true }) permissions: string[];
  @ApiProperty({ type: 'object', additionalProperties: true }) @IsObject() config: object;
}

export class AcceptUpgradeBody {
  @ApiProperty() @IsString() @Length(8, 100) digest: string;
  @ApiProperty({ type: [String] }) @IsArray() @ArrayMaxSize(100) @IsString({ each: true }) permissions: string[];
}

export class UpgradePolicyBody {
  @ApiProperty({ enum: ACCEPTS, description: 'harmless: upgrades that widen nothing and cost no more' })
  @IsIn(ACCEPTS)
  accepts: Accepts;
  @ApiProperty({ required: false, description: 'Remind operators of upgrades that wait; absent: as before' })
  @IsOptional()
  @IsBoolean()
  reminders?: boolean;
}

export class ForecastQuery {
  @ApiProperty({ description: 'Which version; ids are in the list of versions' }) @IsUUID() revision_id: string;
}

export class UninstallBody {
  @ApiProperty({ description: 'The name of the venture' }) @IsString() @MaxLength(200) confirm: string;
}
