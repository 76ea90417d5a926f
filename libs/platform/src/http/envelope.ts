import {
  Injectable,
  SetMetadata,
  type CallHandler,
  type CustomDecorator,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { SSE_METADATA } from '@nestjs/common/constants.js';
import { Reflector } from '@nestjs/core';
import { Clock, type ErrorDetail } from '@portal/kernel';
import { map, type Observable } from 'rxjs';

export interface SuccessEnvelope {
  ok: true;
  data: unknown;
  meta: { version: 'v1'; generated_at: string };
}

export interface FailureEnvelope {
  ok: false;
  error: string;
  message: string;
  details: ErrorDetail[];
  request_id: string;
}

const RAW = 'portal:raw-body';

/** The route writes its own body (files, pages, the validator's fixed shape). */
export const RawBody = (): CustomDecorator => SetMetadata(RAW, true);

/** Wraps what controllers return as the contract wants every answer wrapped. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(
    private readonly clock: Clock,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const handler = context.getHandler();
    if (this.reflector.get<boolean>(RAW, handler) || this.reflector.get<boolean>(SSE_METADATA, handler))
      return next.handle();
    return next.handle().pipe(
      map((data: unknown): SuccessEnvelope => ({
        ok: true,
        data: data ?? {},
        meta: { version: 'v1', generated_at: this.clock.wallNow().toISOString() },
      })),
    );
  }
}
