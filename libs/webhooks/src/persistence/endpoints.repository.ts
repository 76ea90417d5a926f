import { Injectable } from '@nestjs/common';
import { Ids, Random, Secret } from '@portal/kernel';
import { SealedBox } from '@portal/platform/crypto';
import { takeLock, type Facts, type Tx } from '@portal/platform/database';
import { webhooksErrors } from '../errors.js';
import { IsNull } from 'typeorm';
import { webhookSeal } from './sealed-webhook-secrets.js';
import { WebhookEndpointEntity } from './webhook.entity.js';

export type EndpointRow = Pick<
  WebhookEndpointEntity,
  'id' | 'orgId' | 'url' | 'description' | 'eventTypes' | 'state' | 'disabledReason'
>;

/** Fields that users change, by their API names. */
export const factsOf = ({
  url,
  description,
  eventTypes,
  state,
}: Pick<EndpointRow, 'url' | 'description' | 'eventTypes' | 'state'>): Facts => ({
  url,
  description,
  event_types: eventTypes,
  active: state !== 'disabled',
});

const SECRET_BYTES = 32;

/** Webhooks and their secrets. */
@Injectable()
export class EndpointsRepository {
  constructor(
    private readonly ids: Ids,
    private readonly random: Random,
    private readonly box: SealedBox,
  ) {}

  /** Counts and locks the owner's webhooks, so that concurrent requests cannot exceed the limit of ten. */
  async countOf(tx: Tx, orgId: string | null): Promise<number> {
    await takeLock(tx, 'webhooks.endpoints', { key: orgId ?? 'host' });
    const [row] = await tx.query<{ n: string }>(
      'select count(*) as n from webhooks.endpoints where org_id is not distinct from $1 and removed_at is null',
      [orgId],
    );
    return Number(row?.n ?? 0);
  }

  async insert(
    tx: Tx,
    endpoint: Omit<EndpointRow, 'id' | 'state' | 'disabledReason'>,
    createdBy: string | null,
  ): Promise<string> {
    const id = this.ids.next();
    await tx.manager.insert(WebhookEndpointEntity, { id, ...endpoint, createdBy, createdAt: tx.now });
    return id;
  }

  /** @throws AppError `webhook_not_found` (404), also when it was deleted or belongs to someone else */
  async lock(tx: Tx, id: string, orgId: string | null): Promise<EndpointRow> {
    const where = { id, orgId: orgId ?? IsNull(), removedAt: IsNull() };
    const row = await tx.manager.findOne(WebhookEndpointEntity, { where, lock: { mode: 'pessimistic_write' } });
    if (!row) throw webhooksErrors.webhook_not_found();
    return row;
  }

  /**
   * Milliseconds until a webhook may be tested, `pauseMs` after its last test; 0 or less: now. Tests of a deleted
   * webhook count, so that adding it again does not shorten the pause. Wall time.
   */
  async untilNextTest(tx: Tx, { id, orgId }: Pick<EndpointRow, 'id' | 'orgId'>, pauseMs: number): Promise<number> {
    const [row] = await tx.query<{ ms: number | null }>(
      `select max($3::bigint - extract(epoch from clock_timestamp() - tested_at) * 1000)::float8 as ms
       from webhooks.endpoints where org_id is not distinct from $2 and (id = $1 or removed_at is not null)`,
      [id, orgId, pauseMs],
    );
    return Math.ceil(row?.ms ?? 0);
  }

  /** @param delayMs until the test is sent. */
  async tested(tx: Tx, id: string, delayMs: number): Promise<void> {
    await tx.query(
      `update webhooks.endpoints set tested_at = clock_timestamp() + $2::float8 * interval '1 millisecond' where id = $1`,
      [id, delayMs],
    );
  }

  async remove(tx: Tx, id: string): Promise<void> {
    await tx.manager.update(WebhookEndpointEntity, { id }, { removedAt: tx.now });
    await tx.query('delete from webhooks.secrets where endpoint_id = $1', [id]);
    await tx.query(`delete from webhooks.messages where endpoint_id = $1`, [id]);
  }

  /**
   * Creates a secret in the format of Standard Webhooks (`whsec_` and base64) and stores it encrypted. Returned in plain
   * text; it cannot be read again later.
   */
  async addSecret(tx: Tx, endpointId: string): Promise<Secret> {
    const secret = new Secret(`whsec_${Buffer.from(this.random.bytes(SECRET_BYTES)).toString('base64')}`);
    const id = this.ids.next();
    await tx.query(
      'insert into webhooks.secrets (id, endpoint_id, sealed, created_at) values ($1, $2, $3, clock_timestamp())',
      [id, endpointId, this.box.seal(secret, webhookSeal(id))],
    );
    return secret;
  }

  /** True while a secret other than the newest is still valid. */
  overlaps(tx: Tx, endpointId: string): Promise<boolean> {
    return tx.matched('select 1 from webhooks.secrets where endpoint_id = $1 and ends_at > clock_timestamp()', [
      endpointId,
    ]);
  }

  /** The newest secret ends after `afterMs` (0: now); all older ones end now. */
  async endSecrets(tx: Tx, endpointId: string, afterMs: number): Promise<void> {
    await tx.query('delete from webhooks.secrets where endpoint_id = $1 and ends_at is not null', [endpointId]);
    if (afterMs === 0) await tx.query('delete from webhooks.secrets where endpoint_id = $1', [endpointId]);
    else
      await tx.query(
        `update webhooks.secrets set ends_at = clock_timestamp() + $2::bigint * interval '1 millisecond' where endpoint_id = $1`,
        [endpointId, afterMs],
      );
  }
}
