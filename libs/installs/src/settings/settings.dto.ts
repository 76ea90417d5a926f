import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsObject, IsString, Length, Max, Min } from 'class-validator';
import { MayBeAbsent } from '@portal/platform/http';

export class ChangeSettingsBody {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'All values. A secret that is left out stays as it is; null removes it',
  })
  @IsObject()
  config: object;
  @ApiProperty({ description: 'The version that was edited' })
  @IsInt()
  @Min(0)
  @Max(2_147_483_646)
  expected_version: number;
  @ApiProperty({ required: false, description: 'For whoever reads the history' })
  @MayBeAbsent()
  @IsString()
  @Length(1, 500)
  reason?: string;
}
