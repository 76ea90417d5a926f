import { ApiProperty } from '@portal/platform/description';
import { OptionalOneOf, OptionalText, PageQuery } from '@portal/platform/http';
import { MAIL_TOPIC_KEYS, type MailTopic } from '@portal/platform/mail';
import { IsBoolean, IsString, IsUUID, MaxLength } from 'class-validator';

const ITEM_MAX = 500;

export class NotificationsQuery extends PageQuery {
  @OptionalOneOf(['true'], 'Unread ones only') unread?: 'true';
  @OptionalOneOf(MAIL_TOPIC_KEYS) topic?: MailTopic;
  @OptionalOneOf(['true'], 'Only the newest notification of each item') folded?: 'true';
  @OptionalText(ITEM_MAX, 'Only of this item') item?: string;
}

export class MarkReadDto {
  @ApiProperty({ description: 'The newest one shown; later ones stay unread' })
  @IsUUID()
  up_to: string;
  @OptionalText(ITEM_MAX, 'Only of this item') item?: string;
}

export class ChooseMailDto {
  @ApiProperty({ enum: MAIL_TOPIC_KEYS }) @IsString() @MaxLength(40) topic: string;
  @ApiProperty() @IsBoolean() mailed: boolean;
}
