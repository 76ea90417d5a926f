import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, Length } from 'class-validator';

export class ProposeWriteOffBody {
  @ApiProperty({ description: 'Why it cannot be collected' }) @IsString() @Length(3, 2000) reason: string;
}

export class DecideWriteOffBody {
  @ApiProperty({ required: false }) @IsOptional() @IsString() @Length(1, 2000) note?: string;
}
