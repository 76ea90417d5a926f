import { Module } from '@nestjs/common';
import { AuthorsCoreModule, ownedRows } from '@portal/authors';
import { IdentityCoreModule } from '@portal/identity';
import { sealedStore } from '@portal/platform/crypto';
import { scheduledJob } from '@portal/platform/jobs';
import { HostWebhooksController, WebhooksController } from './http/webhooks.controllers.js';
import { AUTHOR_EVENT_PROCESSORS } from './jobs/author-events.js';
import { HOST_EVENT_PROCESSORS } from './jobs/host-events.js';
import { Notify } from './jobs/source.js';
import { EndpointsRepository } from './persistence/endpoints.repository.js';
import { MessagesRepository } from './persistence/messages.repository.js';
import { webhookSeal } from './persistence/sealed-webhook-secrets.js';
import { PostMessage } from './post-message.js';
import { WebhooksService } from './webhooks.service.js';
import { WebhookQueries } from './read/webhook-queries.js';
import { SendMessages } from './send-messages.js';
import { ChallengeWebhook } from './challenge-webhook.js';
import { SwitchOffWebhook } from './switch-off-webhook.js';
import { NotifyWebhooks } from './notify-webhooks.js';
import { Subjects } from './read/subjects.js';
import './gauges.js';
import './retention.js';

/** Repositories of messages, for both processes. */
@Module({
  providers: [MessagesRepository, NotifyWebhooks],
  exports: [MessagesRepository, NotifyWebhooks],
})
class WebhooksCoreModule {}

/** For the HTTP process. */
@Module({
  imports: [WebhooksCoreModule, AuthorsCoreModule],
  controllers: [WebhooksController, HostWebhooksController],
  providers: [EndpointsRepository, ChallengeWebhook, WebhookQueries, WebhooksService, ownedRows('webhooks.endpoints')],
})
export class WebhooksModule {}

/** For the worker. */
@Module({
  imports: [WebhooksCoreModule, AuthorsCoreModule, IdentityCoreModule],
  providers: [
    ...AUTHOR_EVENT_PROCESSORS,
    ...HOST_EVENT_PROCESSORS,
    Notify,
    Subjects,
    PostMessage,
    sealedStore('webhooks.secrets.sealed', webhookSeal),
    SendMessages,
    scheduledJob('webhooks.send-messages', SendMessages),
    SwitchOffWebhook,
  ],
})
export class WebhooksWorkerModule {}
