import { ApiProperty } from '@portal/platform/description';
import {
  AnyObject,
  ItemsOf,
  MayBeAbsent,
  OptionalId,
  OptionalInstant,
  OptionalObject,
  OptionalOneOf,
  OptionalPattern,
  OptionalText,
  OptionalTexts,
  PageQuery,
} from '@portal/platform/http';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsString,
  IsUUID,
  Length,
  Matches,
  MaxLength,
  Min,
} from 'class-validator';
import { DELIVERY_STATES, type DeliveryState } from '../domain/delivery-state.js';

const MAX_EVENTS = 1_000;
/** Of a call of `MAX_EVENTS` events, bytes. */
export const EVENTS_BODY = 2 * 1024 * 1024;
const HOST_ID = /^[A-Za-z0-9._~-]{1,100}$/;
const EVENT_ID = /^[A-Za-z0-9._~:-]{1,128}$/;

export class EventKindBody {
  @ApiProperty({ description: 'When it happens and what it says, for operators and authors' })
  @IsString()
  @Length(1, 500)
  description: string;
  @OptionalObject('JSON Schema of the payload, with the keywords of a config_schema; absent: any object')
  payload_schema?: object;
}

class HostEventBody {
  @ApiProperty({ example: 'evt-2048', description: 'Your own ID of the event. The same ID again changes nothing' })
  @Matches(EVENT_ID)
  id: string;
  @ApiProperty({ example: 'contact.created', description: 'A registered kind' })
  @IsString()
  @MaxLength(128)
  type: string;
  @ApiProperty({ example: 'acme', description: 'Your own ID of the tenant' }) @Matches(HOST_ID) tenant: string;
  @OptionalPattern(HOST_ID, {
    example: 'acme-shop',
    description: 'Your own ID of the venture; absent: every venture of the tenant',
  })
  venture?: string;
  @ApiProperty({ type: 'integer', description: 'When it happened, Unix milliseconds', example: 1_795_000_000_000 })
  @IsInt()
  @Min(0)
  ts: number;
  @AnyObject() payload: object;
}

export class HostEventsBody {
  @ApiProperty({ type: [HostEventBody], minItems: 1, maxItems: MAX_EVENTS })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_EVENTS)
  @ItemsOf(() => HostEventBody)
  events: HostEventBody[];
}

export class DeliveriesQuery extends PageQuery {
  @OptionalOneOf(DELIVERY_STATES) state?: DeliveryState;
  @OptionalText(128, { example: 'contact.created' }) type?: string;
  @OptionalPattern(EVENT_ID, "The host's ID of an event") event_id?: string;
}

export class HostDeliveriesQuery extends DeliveriesQuery {
  @OptionalId({ format: 'uuid' }) install_id?: string;
  @OptionalId({ format: 'uuid' }) drive_id?: string;
}

const REPLAYABLE = ['failed', 'cancelled', 'delivered'] as const;

export class ReplayBody {
  @ApiProperty({ required: false, type: [String], format: 'uuid', maxItems: 1_000, description: 'IDs of deliveries' })
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(1_000)
  @IsUUID(undefined, { each: true })
  ids?: string[];
  @OptionalTexts(1_000, 128, { example: ['evt-2048'], description: "The host's IDs of events" })
  event_ids?: string[];
  @OptionalText(128, { example: 'contact.created' }) type?: string;
  @OptionalInstant('Queued at or after') since?: string;
  @OptionalInstant('Queued before') until?: string;
  @ApiProperty({ required: false, type: [String], enum: REPLAYABLE, description: 'Absent: failed and cancelled' })
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(3)
  @IsIn(REPLAYABLE, { each: true })
  states?: (typeof REPLAYABLE)[number][];
}

export class HostReplayBody extends ReplayBody {
  @OptionalId({ format: 'uuid' }) install_id?: string;
  @OptionalId({ format: 'uuid' }) drive_id?: string;
}
