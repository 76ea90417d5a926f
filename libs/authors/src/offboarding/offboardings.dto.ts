import { Words } from '@portal/platform/http';
import { ApiProperty } from '@portal/platform/description';
import { IsString, Length } from 'class-validator';

export class AnnounceOffboardingDto {
  @Words(3, 2000, 'Reason; also shown to the author') reason: string;
  @ApiProperty({ description: 'The name of the organisation, typed to confirm' })
  @IsString()
  @Length(1, 200)
  confirm_name: string;
}
