import { ApiProperty } from '@nestjs/swagger';
import { PageQuery } from '@portal/platform';
import { IsOptional, IsString, Matches } from 'class-validator';

export class InvoicesQuery extends PageQuery {
  @ApiProperty({ required: false, description: 'YYYY-MM' })
  @IsOptional()
  @Matches(/^20\d\d-(0[1-9]|1[0-2])$/)
  month?: string;
}

export class SavePaymentMethodBody {
  @ApiProperty({ description: "The provider's payment method id; in the sandbox a test card such as pm_card_visa" })
  @IsString()
  @Matches(/^pm_[A-Za-z0-9_]{3,200}$/)
  payment_method: string;
}
