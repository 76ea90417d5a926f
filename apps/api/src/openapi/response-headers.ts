import type { OpenAPIObject } from '@nestjs/swagger';
import type { ResponseHeader } from '@portal/platform/http';

type Components = NonNullable<OpenAPIObject['components']>;
type Header = NonNullable<Components['headers']>[string];

const text = { type: 'string' } as const;

/** `components.headers`: headers of a response, without those that protect pages from each other. */
export const RESPONSE_HEADERS: Readonly<Record<ResponseHeader, Header>> = {
  'X-Request-Id': {
    description:
      'Identifies the request in the logs. Taken from the request if it sent one of 8 to 64 letters, digits, `_` and `-`',
    required: true,
    schema: text,
    example: '0f6b7c1e-5d0e-4c0e-9d53-2f6a4c6f0a11',
  },
  'Retry-After': {
    description: 'Seconds to wait before retrying; not present on every error',
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
  'Idempotent-Replayed': {
    description: 'The stored response to the first request with this `Idempotency-Key`',
    schema: { type: 'string', enum: ['true'] },
  },
  'Set-Cookie': {
    description: 'Cookies of a session, of this device, or of a sign-in in progress; set or cleared',
    schema: text,
    example: 'portal_session=...; Path=/; HttpOnly; SameSite=Lax',
  },
  ETag: {
    description: 'Of the data; send it with `If-None-Match` to check for changes',
    required: true,
    schema: text,
    example: 'W/"0f6b7c1e5d0e4c0e9d532f6a4c6f0a11"',
  },
  'Content-Disposition': {
    description: 'File name, and whether to save it',
    required: true,
    schema: text,
    example: 'attachment; filename="statement-2026-11.pdf"',
  },
  Location: { description: 'Where the browser continues', required: true, schema: text, example: '/' },
};
