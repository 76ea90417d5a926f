import { ApiProperty } from '@nestjs/swagger';
import { PageQuery } from '@portal/platform/http';
import { IsIn, IsOptional, Matches } from 'class-validator';

export class UnfinishedQuery extends PageQuery {
  @ApiProperty({ required: false, enum: ['waiting', 'attention'], description: 'attention: somebody has to decide' })
  @IsOptional()
  @IsIn(['waiting', 'attention'])
  state?: 'waiting' | 'attention';
}

export class TakeOverIdBody {
  @ApiProperty({ description: 'What the install is called at the Drive' })
  @Matches(/^(?!\.{1,2}$)[A-Za-z0-9._~:+=@-]{1,512}$/)
  id: string;
}
