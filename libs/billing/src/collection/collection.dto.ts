import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';

export class ProposeWriteOffBody {
  @ApiProperty({ description: 'Why it cannot be collected' }) @IsString() @Length(3, 2000) reason: string;
}
