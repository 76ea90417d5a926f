import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { MayBeAbsent } from '@portal/platform/http';

export class ProposeWriteOffBody {
  @ApiProperty({ description: 'Why it cannot be collected' }) @IsString() @Length(3, 2000) reason: string;
}

export class DecideWriteOffBody {
  @ApiProperty({ required: false }) @MayBeAbsent() @IsString() @Length(1, 2000) note?: string;
}
