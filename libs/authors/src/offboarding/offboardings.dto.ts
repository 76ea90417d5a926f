import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';

export class AnnounceOffboardingDto {
  @ApiProperty({ description: 'Reason; also shown to the author' }) @IsString() @Length(3, 2000) reason: string;
  @ApiProperty({ description: 'The name of the organisation, typed to confirm' })
  @IsString()
  @Length(1, 200)
  confirm_name: string;
}
