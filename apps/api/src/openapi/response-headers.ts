import type { OpenAPIObject } from '@nestjs/swagger';
import type { ResponseHeader } from '@portal/platform/http';

type Components = NonNullable<OpenAPIObject['components']>;
type Header = NonNullable<Components['headers']>[string];

const text = { type: 'string' } as const;

/** `components.headers`: what a response carries beside its body, without what protects pages from each other. */
export const RESPONSE_HEADERS: Readonly<Record<ResponseHeader, Header>> = {
  'X-Request-Id': {
    description:
      'Names the request in the log; that of the request when it had one of 8 to 64 letters, digits, `_` and `-`',
    required: true,
    schema: text,
    example: '0f6b7c1e-5d0e-4c0e-9d53-2f6a4c6f0a11',
  },
  'Retry-After': {
    description: 'Seconds after which it is worth trying again; not said of every refusal',
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
  'Idempotent-Replayed': {
    description: 'The kept response to the first request with this `Idempotency-Key`',
    schema: { type: 'string', enum: ['true'] },
  },
  'Set-Cookie': {
    description: 'Cookies of a session, of this device or of a sign-in under way, begun or ended',
    schema: text,
    example: 'portal_session=...; Path=/; HttpOnly; SameSite=Lax',
  },
  ETag: {
    description: 'Of the data; `If-None-Match` asks whether it is still the same',
    required: true,
    schema: text,
    example: 'W/"0f6b7c1e5d0e4c0e9d532f6a4c6f0a11"',
  },
  'Content-Disposition': {
    description: 'Name of the file, and whether it is to be saved',
    required: true,
    schema: text,
    example: 'attachment; filename="statement-2026-11.pdf"',
  },
  Location: { description: 'Where the browser goes on', required: true, schema: text, example: '/' },
};
