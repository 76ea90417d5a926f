import { ApiProperty } from '@nestjs/swagger';
import { PageQuery } from '@portal/platform';
import { IsOptional, IsString, MaxLength } from 'class-validator';

export class EntriesQuery extends PageQuery {
  @ApiProperty({ required: false, description: 'code, code:currency or code:owner:currency' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  account?: string;
}
