import { ApiProperty } from '../../description/index.js';
import { Type } from 'class-transformer';
import { IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { MayBeAbsent } from '../fields/optional-fields.js';

/** `?cursor=&limit=` of every list. */
export class PageQuery {
  @ApiProperty({ required: false }) @MayBeAbsent() @IsString() @MaxLength(2_000) cursor?: string;
  @ApiProperty({ required: false, default: 50 })
  @MayBeAbsent()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 50;
}
