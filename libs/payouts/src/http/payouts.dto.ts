import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, Length, Matches } from 'class-validator';

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;

export class PrepareRunBody {
  @ApiProperty({ example: '2026-11' }) @Matches(MONTH) month: string;
}

export class ApproveRunBody {
  @ApiProperty({ description: 'Hash of the set that you looked at' }) @Matches(/^[0-9a-f]{64}$/) input_hash: string;
}

export class PauseRunBody {
  @ApiProperty({ required: false }) @IsOptional() @IsString() @Length(3, 500) reason?: string;
}
