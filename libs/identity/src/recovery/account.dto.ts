import { ApiProperty } from '@portal/platform/description';
import { OptionalBoolean, OptionalLength, OptionalOneOf, OptionalText, trimmed } from '@portal/platform/http';
import { IsString, Length, MaxLength } from 'class-validator';
import { PASSWORD_INPUT_MAX } from '../sign-in/identity.dto.js';

export class AccountMailDto {
  @ApiProperty() @trimmed @IsString() @Length(3, 254) email: string;
}

class NewPasswordDto {
  @ApiProperty({ minLength: 12 }) @IsString() @MaxLength(PASSWORD_INPUT_MAX) password: string;
  @OptionalBoolean({
    default: false,
    description:
      'Also revoke API tokens that you created for organisations and host services. Your own are always revoked.',
  })
  end_shared_tokens?: boolean;
}

export class CompleteResetDto extends NewPasswordDto {
  @ApiProperty() @IsString() @Length(20, 80) token: string;
}

export class FactorRemovalTokenDto {
  @ApiProperty({ description: 'From the email' }) @IsString() @Length(20, 80) token: string;
}

export class ChangePasswordDto extends NewPasswordDto {
  @ApiProperty() @IsString() @Length(1, PASSWORD_INPUT_MAX) current_password: string;
}

export class SecondFactorCodeDto {
  @ApiProperty({ example: '492817', description: 'Six-digit code from the app, or a recovery code' })
  @IsString()
  @Length(6, 40)
  code: string;
}

export class CompleteSignInDto extends SecondFactorCodeDto {
  @ApiProperty() @IsString() @Length(20, 80) challenge: string;
}

export class StepUpDto {
  @OptionalLength(1, PASSWORD_INPUT_MAX) password?: string;
  @OptionalLength(6, 40, { example: '492817', description: 'Where two-factor authentication is on' }) code?: string;
}

export class OidcStartQuery {
  @OptionalText(1_000, 'Path to go to afterwards') to?: string;
  @OptionalOneOf(['1'], 'The provider asks the person to sign in again') fresh?: string;
}
