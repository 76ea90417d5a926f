import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';

export class EvidenceBody {
  @ApiProperty({ description: 'Evidence against the dispute; final for this stage' })
  @IsString()
  @Length(10, 20_000)
  text: string;
}
