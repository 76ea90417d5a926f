import type { AppError } from '@portal/kernel';
import type { FastifyRequest } from 'fastify';
import { routeConfig } from '../routes/route-config.js';

export interface SuccessEnvelope {
  ok: true;
  data: unknown;
  meta: { version: 'v1'; generated_at: string };
}

export function toFailure(refusal: AppError, requestId: string) {
  return { ok: false, error: refusal.code, message: refusal.message, details: refusal.details, request_id: requestId };
}

/** The route sends its own body (files, pages, the validator's fixed format). */
export const RawBody = (): MethodDecorator => routeConfig({ raw: true });

/** Whether the request's route is marked with `RawBody`. */
export function isRaw(request: FastifyRequest): boolean {
  return (request.routeOptions.config as { raw?: boolean }).raw === true;
}
