import { ApiProperty } from '@nestjs/swagger';
import { PageQuery } from '@portal/platform/http';
import { MAIL_TOPIC_KEYS, type MailTopic } from '@portal/platform/mail';
import { IsBoolean, IsIn, IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';

const ITEM_MAX = 500;

export class NotificationsQuery extends PageQuery {
  @ApiProperty({ required: false, enum: ['true'], description: 'Unread ones only' })
  @IsOptional()
  @IsIn(['true'])
  unread?: 'true';
  @ApiProperty({ required: false, enum: MAIL_TOPIC_KEYS })
  @IsOptional()
  @IsIn(MAIL_TOPIC_KEYS)
  topic?: MailTopic;
  @ApiProperty({ required: false, enum: ['true'], description: 'Only the newest notification of each item' })
  @IsOptional()
  @IsIn(['true'])
  folded?: 'true';
  @ApiProperty({ required: false, description: 'Only of this item' })
  @IsOptional()
  @IsString()
  @MaxLength(ITEM_MAX)
  item?: string;
}

export class MarkReadDto {
  @ApiProperty({ description: 'The newest one shown; later ones stay unread' })
  @IsUUID()
  up_to: string;
  @ApiProperty({ required: false, description: 'Only of this item' })
  @IsOptional()
  @IsString()
  @MaxLength(ITEM_MAX)
  item?: string;
}

export class ChooseMailDto {
  @ApiProperty({ enum: MAIL_TOPIC_KEYS }) @IsString() @MaxLength(40) topic: string;
  @ApiProperty() @IsBoolean() mailed: boolean;
}
