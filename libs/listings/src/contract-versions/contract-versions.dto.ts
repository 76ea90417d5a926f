import { ApiProperty } from '@nestjs/swagger';
import { instant } from '@portal/platform/http';
import { IsISO8601 } from 'class-validator';

export class AnnounceSunsetBody {
  @ApiProperty({ ...instant, description: 'Not in the past; stays once it is announced' })
  @IsISO8601({ strict: true })
  deprecated_at: string;
  @ApiProperty({ ...instant, description: 'At least six months later; can be moved later again' })
  @IsISO8601({ strict: true })
  sunset_at: string;
}
