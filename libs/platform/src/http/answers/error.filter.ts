import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AppError, commonErrors, type ErrorDef } from '@portal/kernel';
import type { Logger } from 'pino';
import { refusalOf } from '../../database/statements/refusal-of.js';
import { isDatabaseAway, sqlState } from '../../database/statements/database-errors.js';
import { LOGGER } from '../../logging/logger.js';
import type { PortalRequest } from '../../access/access.js';
import { toFailure } from './envelope.js';
import { Replay } from '../idempotency/idempotency-keys.js';

const BY_STATUS: Record<number, ErrorDef> = {
  400: commonErrors.invalid_request,
  401: commonErrors.unauthenticated,
  403: commonErrors.forbidden,
  404: commonErrors.not_found,
  408: commonErrors.request_timeout,
  409: commonErrors.conflict,
  413: commonErrors.payload_too_large,
  414: commonErrors.address_too_long,
  415: commonErrors.unsupported_media_type,
  429: commonErrors.too_many_requests,
  431: commonErrors.headers_too_large,
  503: commonErrors.unavailable,
};

/** Texts that the database cannot store, such as NUL in a URL. */
const NO_TEXT: ReadonlySet<string> = new Set(['22021', '22P05']);
/** Texts that are no value of a column's type, in an address: nothing has such an id. */
const NO_VALUE: ReadonlySet<string> = new Set(['22P02', '22007', '22008']);
/** The same and what its type cannot hold, in a list: only the caller can have made such a cursor. */
const NO_PLACE: ReadonlySet<string> = new Set([...NO_VALUE, '22003', '22009']);
/** The caller role lacks a right, or a policy refused the row: never the caller's fault (decision 8). */
const RIGHT_DENIED = '42501';
/** Rules of the database for whoever decides (db/decisions.sql, approvals.claimed_first), by constraint. */
const SHARED = { own_organization: commonErrors.own_organization, case_not_claimed: commonErrors.case_not_claimed };
/** The pool had no connection to give within DATABASE_WAIT_SECONDS. */
const NONE_FREE = 'timeout exceeded when trying to connect';

/** Converts all errors to responses. Internals (stack, SQL, path) are never included. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly log: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<PortalRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (error instanceof Replay) {
      void reply.status(error.status).header('idempotent-replayed', 'true').send(error.data);
      return;
    }
    const refusal = toRefusal(error, (request.query as { cursor?: unknown }).cursor !== undefined);
    if (refusal.status >= 500)
      this.log.error(
        {
          err: error,
          request_id: request.id,
          method: request.method,
          route: request.routeOptions.url,
          path: request.url.split('?')[0],
        },
        sqlState(error) === RIGHT_DENIED ? 'the database denied a right' : 'request failed',
      );
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.end();
      return;
    }
    if (refusal.retryAfterMs !== undefined)
      void reply.header('retry-after', String(Math.max(1, Math.ceil(refusal.retryAfterMs / 1_000))));
    void reply
      .status(refusal.status)
      .header('content-type', 'application/json; charset=utf-8')
      .send(toFailure(refusal, request.id));
  }
}

/** Errors of the framework itself are still errors in the request. */
function byStatus(status: number): ErrorDef {
  return BY_STATUS[status] ?? (status >= 400 && status < 500 ? commonErrors.invalid_request : commonErrors.internal);
}

/**
 * Converts any error to an error of the catalogue.
 * @param ofList the request continues a list
 */
function toRefusal(error: unknown, ofList: boolean): AppError {
  const known = refusalOf(error, SHARED);
  if (known instanceof AppError) return known;
  const state = sqlState(error);
  if (isDatabaseAway(error) || (error instanceof Error && error.message.includes(NONE_FREE)))
    return new AppError(commonErrors.unavailable, { cause: error, retryAfterMs: 2_000 });
  if (state === RIGHT_DENIED) return new AppError(commonErrors.internal, { cause: error });
  if (state !== undefined) {
    if (ofList && NO_PLACE.has(state)) return new AppError(commonErrors.invalid_cursor, { cause: error });
    if (NO_VALUE.has(state)) return new AppError(commonErrors.not_found, { cause: error });
    if (NO_TEXT.has(state)) return new AppError(commonErrors.invalid_request, { cause: error });
  }
  const status =
    error instanceof HttpException ? error.getStatus() : (error as { statusCode?: unknown } | undefined)?.statusCode;
  return new AppError(typeof status === 'number' ? byStatus(status) : commonErrors.internal, { cause: error });
}
