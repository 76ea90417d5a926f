import type { OpenAPIObject } from '@nestjs/swagger';
import { requestExample } from './examples.js';

type Schema = Record<string, unknown>;
type Components = NonNullable<OpenAPIObject['components']>;
type Parameters = NonNullable<Components['parameters']>;
type Webhooks = NonNullable<OpenAPIObject['webhooks']>;

/** A message that webhooks send: scripts/lib/docs/message-schemas.mjs reads the schema of its `data`. */
export interface AuthorMessageSource {
  readonly receiver: 'author' | 'host';
  readonly type: string;
  readonly text: string;
  readonly data: Schema;
}

/** Headers of Standard Webhooks 1.0, and the challenge of a test. */
export const WEBHOOK_HEADERS: Parameters = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'ID of the message, the same for every attempt.',
    schema: { type: 'string' },
    example: '0b7f5e0e-3c55-7d0a-a1de-5b9f0d6a2c11',
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this attempt was sent, seconds since 1970.',
    schema: { type: 'string' },
    example: '1793700300',
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description: 'One signature for each valid secret, separated by spaces: `v1,` and base64. See docs/webhooks.md.',
    schema: { type: 'string' },
    example: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  WebhookChallenge: {
    name: 'webhook-challenge',
    in: 'header',
    required: true,
    description: 'Of a test: answer 200 with this value as the body. See docs/webhooks.md.',
    schema: { type: 'string' },
    example: 'pXJm0Wf3Yw1kq2nVbT8sDZc6LhG4uEo9RtAaQyKjN5I',
  },
};

const RESPONSES = {
  '2XX': { description: 'Delivered' },
  410: { description: 'The endpoint is gone, so the webhook is turned off' },
  default: { description: 'Not delivered, including redirects; retried later' },
};
const TEST_RESPONSES = {
  '2XX': { description: 'Passed, if the body is the value of `webhook-challenge`: the address is verified' },
  default: { description: 'Not passed; tests are not retried' },
};

/** The `webhooks` of the document: what a server of an author or of the host receives, one operation for each type of message. */
export function describeWebhooks(messages: readonly AuthorMessageSource[]): Webhooks {
  return Object.fromEntries(messages.map((message) => [message.type, { post: operationOf(message) }]));
}

function operationOf({ receiver, type, text, data }: AuthorMessageSource): Webhooks[string]['post'] {
  const schema = {
    type: 'object',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { type: 'string', enum: [type] },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened' },
      data,
    },
  };
  const isTest = type === 'webhook.test';
  const headers = Object.keys(WEBHOOK_HEADERS).filter((name) => isTest || name !== 'WebhookChallenge');
  return {
    operationId: `webhook_${type}`,
    tags: [`${receiver} webhooks`],
    summary: type,
    description: text,
    security: [],
    parameters: headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: requestExample(schema, {}) } },
    },
    responses: isTest ? TEST_RESPONSES : RESPONSES,
  };
}
