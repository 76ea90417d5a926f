import { ApiProperty } from '@portal/platform/description';
import { MEMBER_ROLES, type MemberRole } from '@portal/platform/access';
import { Transform } from 'class-transformer';
import { IsEmail, IsIn, IsString, IsUUID, Length, MaxLength } from 'class-validator';

export class InviteMemberDto {
  @ApiProperty()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @IsEmail()
  @MaxLength(254)
  email: string;
  @ApiProperty({ enum: MEMBER_ROLES }) @IsIn(MEMBER_ROLES) member_role: MemberRole;
}

export class ChangeMemberDto {
  @ApiProperty({ enum: MEMBER_ROLES }) @IsIn(MEMBER_ROLES) member_role: MemberRole;
}

export class HoldingQuery {
  @ApiProperty({ description: 'Of a Drive, submission, application or another object of an organisation' })
  @IsUUID()
  id: string;
}

export class InvitationTokenDto {
  @ApiProperty() @IsString() @Length(20, 80) token: string;
}
