import { ApiProperty } from '@portal/platform/description';
import { instant, maybeInstant, maybeText, anyObject, maybeObject } from '@portal/platform/http';
import { DELIVERY_STATES, type DeliveryState } from '../domain/delivery-state.js';

export class HostEventKindView {
  @ApiProperty({ example: 'contact.created' }) kind: string;
  @ApiProperty() description: string;
  @ApiProperty({ ...maybeObject, description: 'JSON Schema that every payload fits; null: any object' })
  payload_schema: object | null;
  @ApiProperty(instant) changed_at: string;
}

class HostEventReceiptView {
  @ApiProperty() id: string;
  @ApiProperty({ description: 'False: it was accepted before, and nothing is sent again' }) accepted: boolean;
  @ApiProperty({ type: 'integer', description: 'Installs that it is sent to; 0 when it was accepted before' })
  installs: number;
}

export class HostEventReceiptsView {
  @ApiProperty({ type: [HostEventReceiptView], description: 'In the order of the request' })
  events: HostEventReceiptView[];
}

class DeliveryCountsView {
  @ApiProperty({ type: 'integer' }) pending: number;
  @ApiProperty({ type: 'integer' }) delivered: number;
  @ApiProperty({ type: 'integer' }) failed: number;
  @ApiProperty({ type: 'integer' }) cancelled: number;
}

export class HostEventView {
  @ApiProperty() id: string;
  @ApiProperty({ example: 'contact.created' }) type: string;
  @ApiProperty({ description: "The host's own ID of the tenant" }) tenant: string;
  @ApiProperty({ ...maybeText, description: 'Of the venture; null: every venture of the tenant' })
  venture: string | null;
  @ApiProperty({ type: 'integer', description: 'Unix milliseconds' }) ts: number;
  @ApiProperty(anyObject) payload: object;
  @ApiProperty(instant) received_at: string;
  @ApiProperty({ description: 'How many installs it was sent to, by state' }) deliveries: DeliveryCountsView;
}

export class EventDeliveryView {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ ...maybeText, description: "The host's ID of the event; null for a ping" }) event_id: string | null;
  @ApiProperty({ example: 'contact.created' }) type: string;
  @ApiProperty({ enum: DELIVERY_STATES }) state: DeliveryState;
  @ApiProperty({ type: 'integer' }) attempts: number;
  @ApiProperty({ type: 'integer', nullable: true, description: 'HTTP status of the last answer' })
  last_status: number | null;
  @ApiProperty({ ...maybeText, description: 'What went wrong last' }) last_problem: string | null;
  @ApiProperty({ ...instant, description: 'When it began to wait, at first or for its replay' }) queued_at: string;
  @ApiProperty({ ...maybeInstant, description: 'When the install is tried next, once an attempt has failed' })
  next_attempt_at: string | null;
  @ApiProperty(maybeInstant) ended_at: string | null;
}

export class HostEventDeliveryView extends EventDeliveryView {
  @ApiProperty({ format: 'uuid' }) install_id: string;
  @ApiProperty({ format: 'uuid' }) drive_id: string;
}

export class ReplayedView {
  @ApiProperty({ type: 'integer', description: 'Deliveries that are sent again; ask again after 1,000' })
  replayed: number;
}
