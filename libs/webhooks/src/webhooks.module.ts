import { Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { AddWebhook } from './add-webhook.js';
import { ChangeWebhook } from './change-webhook.js';
import { ForgetMessages } from './forget-messages.js';
import { WebhooksController } from './http/webhooks.controller.js';
import { AUTHOR_EVENT_PROCESSORS } from './jobs/author-events.js';
import { ForgetMessagesJob } from './jobs/forget-messages.job.js';
import { SendMessagesJob } from './jobs/send-messages.job.js';
import { MakeWebhookSecret } from './make-webhook-secret.js';
import { EndpointsRepository } from './persistence/endpoints.repository.js';
import { MessagesRepository } from './persistence/messages.repository.js';
import { SealedWebhookSecrets } from './persistence/sealed-webhook-secrets.js';
import { WebhookQueries } from './read/webhook-queries.js';
import { RemoveWebhook } from './remove-webhook.js';
import { ResendMessage } from './resend-message.js';
import { RotateWebhookSecret } from './rotate-webhook-secret.js';
import { SendMessages } from './send-messages.js';
import { SendTestMessage } from './send-test-message.js';
import { TellAuthors } from './tell-authors.js';
import { WebhookAddress } from './webhook-address.js';
import { EndpointObjects } from './read/endpoint-objects.js';
import './gauges.js';

/** For the HTTP process. */
@Module({
  imports: [AuthorsCoreModule],
  controllers: [WebhooksController],
  providers: [
    AddWebhook,
    ChangeWebhook,
    EndpointObjects,
    EndpointsRepository,
    MakeWebhookSecret,
    MessagesRepository,
    RemoveWebhook,
    ResendMessage,
    RotateWebhookSecret,
    SendTestMessage,
    TellAuthors,
    WebhookAddress,
    WebhookQueries,
  ],
})
export class WebhooksModule {}

/** For the worker. */
@Module({
  imports: [AuthorsCoreModule],
  providers: [
    ...AUTHOR_EVENT_PROCESSORS,
    ForgetMessages,
    ForgetMessagesJob,
    MessagesRepository,
    SealedWebhookSecrets,
    SendMessages,
    SendMessagesJob,
    TellAuthors,
  ],
})
export class WebhooksWorkerModule {}
