import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';

export class AnnounceOffboardingDto {
  @ApiProperty({ description: 'Why; the author reads it too' }) @IsString() @Length(3, 2000) reason: string;
  @ApiProperty({ description: 'The name of the organisation, typed to confirm' })
  @IsString()
  @Length(1, 200)
  confirm_name: string;
}
