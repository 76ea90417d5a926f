import { Param, Query } from '@nestjs/common';
import { ApiProperty } from '../description/index.js';
import { ApiController, GetPage, PostData } from '../http/routes/routes.js';
import { AppError, commonErrors, decodeCursor, toPage } from '@portal/kernel';
import { instant, maybeText } from '../http/fields/field-shapes.js';
import { Database } from '../database/database.js';
import { isoDates, type RowOf } from '../database/statements/row-of.js';
import { Transactor } from '../database/transactor.js';
import { CurrentActor, RequireRole } from '../access/access.js';
import type { Actor } from '../access/actor.js';
import { PageQuery } from '../http/lists/page-query.js';
import { OptionalOneOf } from '../http/fields/optional-fields.js';
import { Deliveries } from './deliveries.js';

const STATES = ['pending', 'failed', 'done'] as const;

class EventDeliveriesQuery extends PageQuery {
  @OptionalOneOf(STATES, { default: 'failed' }) status: (typeof STATES)[number] = 'failed';
}

class DeliveryView {
  @ApiProperty({ description: '`<event id>.<consumer>`' }) id: string;
  @ApiProperty() event_type: string;
  @ApiProperty() consumer: string;
  @ApiProperty({ enum: STATES }) state: string;
  @ApiProperty() attempts: number;
  @ApiProperty(instant) created_at: string;
  @ApiProperty(instant) next_attempt_at: string;
  @ApiProperty(maybeText) last_error: string | null;
}

type Row = RowOf<DeliveryView, 'created_at' | 'next_attempt_at'> & { seq: string };

const DELIVERY = `select d.event_id || '.' || d.consumer as id, e.seq, e.type as event_type, d.consumer, d.state, d.attempts, e.created_at,
    d.next_attempt_at, d.last_error
  from platform.deliveries d join platform.outbox_events e on e.id = d.event_id`;

/** Event deliveries for admins: pending and failed ones, and retrying. */
@ApiController('admin', 'api/v1/admin/deliveries')
@RequireRole('admin')
export class DeliveriesController {
  constructor(
    private readonly database: Database,
    private readonly transactor: Transactor,
    private readonly deliveries: Deliveries,
  ) {}

  /** List event deliveries. Deliveries of domain events to their consumers in one state, newest first. */
  @GetPage('', DeliveryView)
  async list(@Query() query: EventDeliveriesQuery) {
    const [seq, consumer] = query.cursor === undefined ? [null, null] : decodeCursor(query.cursor, 2);
    const rows = await this.database.query<Row>(
      `${DELIVERY} where d.state = $1 and ($2::bigint is null or (e.seq, d.consumer) < ($2, $3))
       order by e.seq desc, d.consumer desc limit $4`,
      [query.status, seq, consumer, query.limit + 1],
    );
    return toPage(rows, query.limit, ['seq', 'consumer'], view);
  }

  /** Retry an event delivery. One that has failed for good. It is due again immediately. */
  @PostData(':id/retry', DeliveryView)
  async retry(@Param('id') id: string, @CurrentActor() actor: Actor) {
    const [, eventId, consumer] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(.{1,100})$/.exec(id) ?? [];
    if (!eventId || !consumer)
      throw new AppError(commonErrors.not_found, { message: 'No failed delivery has this id.' });
    return this.transactor.run(async (tx) => {
      if (!(await this.deliveries.redrive(tx, { eventId, consumer })))
        throw new AppError(commonErrors.not_found, { message: 'No failed delivery has this id.' });
      await tx.audit(actor, 'delivery.retried', ['delivery', id]);
      const [row] = await tx.query<Row>(`${DELIVERY} where d.event_id = $1 and d.consumer = $2`, [eventId, consumer]);
      return view(row!);
    });
  }
}

const view = ({ seq: _seq, ...row }: Row): DeliveryView => isoDates(row);
