import { ApiProperty } from '@nestjs/swagger';
import { PageQuery } from '@portal/platform/http';
import { IsIn, IsOptional, IsUUID, Matches } from 'class-validator';

class BillingSummariesQuery extends PageQuery {
  @ApiProperty({ required: false, description: 'YYYY-MM, UTC' })
  @IsOptional()
  @Matches(/^20\d\d-(0[1-9]|1[0-2])$/)
  month?: string;
}

export class InstallBillingSummariesQuery extends BillingSummariesQuery {
  @ApiProperty({ required: false, description: 'Of one install' }) @IsOptional() @IsUUID() install_id?: string;
}

export class DriveBillingSummariesQuery extends BillingSummariesQuery {
  @ApiProperty({ required: false, description: 'Of one Drive' }) @IsOptional() @IsUUID() drive_id?: string;
}

export class FinanceBillingSummariesQuery extends DriveBillingSummariesQuery {
  @ApiProperty({ required: false, enum: ['true'], description: 'Only those that differ from what was invoiced' })
  @IsOptional()
  @IsIn(['true'])
  differs?: 'true';
}
