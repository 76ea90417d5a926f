import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AppError, commonErrors, Secret } from '@portal/kernel';
import { catchError, from, mergeMap, of, type Observable } from 'rxjs';
import { sha256Hex, SealedBox } from '../crypto/sealed-box.js';
import { Database } from '../database/database.js';
import type { PortalRequest } from './access.js';
import type { Actor } from './actor.js';

interface Row {
  request_hash: string;
  status: number | null;
  body: string | null;
}

/** A first request that has not answered by now has died with its process. */
const ABANDONED_AFTER = "interval '60 seconds'";

/**
 * `Idempotency-Key` on our own POSTs: the first answer is kept (sealed, it may hold a secret shown once) for 24 h and
 * given again to every repeat; the same key with another request is refused. Refusals (4xx, 5xx) are not kept.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly database: Database,
    private readonly box: SealedBox,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<PortalRequest>();
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof key !== 'string' || !request.actor) return next.handle();
    return this.once(context, next, request, request.actor, key);
  }

  private async once(
    context: ExecutionContext,
    next: CallHandler,
    request: PortalRequest,
    actor: Actor,
    key: string,
  ): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    if (!/^[\x21-\x7e]{8,255}$/.test(key)) {
      throw new AppError(commonErrors.invalid_request, {
        details: [{ pointer: '/headers/idempotency-key', code: 'format', message: '8 to 255 printable characters' }],
      });
    }
    const scope = actor.userId ?? actor.name;
    const hash = sha256Hex(`${request.method} ${request.url}\n${request.rawBody?.toString('utf8') ?? ''}`);
    const seal = { table: 'platform.idempotency_keys', rowId: `${scope}:${key}`, purpose: 'response' };
    const known = await this.begin(scope, key, hash);
    if (known) {
      if (known.request_hash !== hash) throw new AppError(commonErrors.idempotency_key_reused);
      if (known.status === null || known.body === null)
        throw new AppError(commonErrors.idempotency_in_progress, { retryAfterMs: 1_000 });
      void http.getResponse<FastifyReply>().status(known.status).header('idempotent-replayed', 'true');
      return of(JSON.parse(this.box.open(known.body, seal).reveal()) as unknown);
    }
    return next.handle().pipe(
      mergeMap((answer: unknown) => {
        const status = http.getResponse<FastifyReply>().statusCode;
        const body = this.box.seal(new Secret(JSON.stringify(answer ?? {})), seal);
        return from(
          this.database
            .query('update platform.idempotency_keys set status = $3, body = $4 where scope = $1 and key = $2', [
              scope,
              key,
              status,
              body,
            ])
            .then(() => answer),
        );
      }),
      catchError((error: unknown) =>
        from(
          this.database
            .query('delete from platform.idempotency_keys where scope = $1 and key = $2 and status is null', [
              scope,
              key,
            ])
            .catch(() => undefined)
            .then(() => Promise.reject(error instanceof Error ? error : new Error(String(error)))),
        ),
      ),
    );
  }

  /** Takes the key, or returns what is known about it. */
  private async begin(scope: string, key: string, hash: string): Promise<Row | undefined> {
    const taken = await this.database.query(
      `insert into platform.idempotency_keys (scope, key, request_hash) values ($1, $2, $3)
       on conflict (scope, key) do update set created_at = clock_timestamp(), request_hash = excluded.request_hash, status = null, body = null
         where idempotency_keys.created_at < clock_timestamp() - interval '24 hours'
            or (idempotency_keys.status is null and idempotency_keys.created_at < clock_timestamp() - ${ABANDONED_AFTER} and idempotency_keys.request_hash = excluded.request_hash)
       returning 1 as taken`,
      [scope, key, hash],
    );
    if (taken.length > 0) return undefined;
    const [row] = await this.database.query<Row>(
      'select request_hash, status, body from platform.idempotency_keys where scope = $1 and key = $2',
      [scope, key],
    );
    return row ?? { request_hash: hash, status: null, body: null };
  }
}
