import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

/** `?cursor=&limit=` of every list. */
export class PageQuery {
  @ApiProperty({ required: false }) @IsOptional() @IsString() @MaxLength(2_000) cursor?: string;
  @ApiProperty({ required: false, default: 50 })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 50;
}
