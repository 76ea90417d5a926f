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
import { PostMessage } from './post-message.js';
import { WebhookQueries } from './read/webhook-queries.js';
import { RemoveWebhook } from './remove-webhook.js';
import { ResendMessage } from './resend-message.js';
import { RotateWebhookSecret } from './rotate-webhook-secret.js';
import { SendMessages } from './send-messages.js';
import { ChallengeWebhook } from './challenge-webhook.js';
import { SendTestMessage } from './send-test-message.js';
import { SwitchOffWebhook } from './switch-off-webhook.js';
import { NotifyAuthors } from './notify-authors.js';
import { WebhookAddress } from './webhook-address.js';
import { EndpointObjects } from './read/endpoint-objects.js';
import './gauges.js';

/** Messages as they are kept, for both processes. */
@Module({ providers: [MessagesRepository, NotifyAuthors], exports: [MessagesRepository, NotifyAuthors] })
class WebhooksCoreModule {}

/** For the HTTP process. */
@Module({
  imports: [WebhooksCoreModule, AuthorsCoreModule],
  controllers: [WebhooksController],
  providers: [
    AddWebhook,
    ChangeWebhook,
    EndpointObjects,
    EndpointsRepository,
    MakeWebhookSecret,
    RemoveWebhook,
    ResendMessage,
    RotateWebhookSecret,
    ChallengeWebhook,
    SendTestMessage,
    WebhookAddress,
    WebhookQueries,
  ],
})
export class WebhooksModule {}

/** For the worker. */
@Module({
  imports: [WebhooksCoreModule, AuthorsCoreModule],
  providers: [
    ...AUTHOR_EVENT_PROCESSORS,
    ForgetMessages,
    ForgetMessagesJob,
    PostMessage,
    SealedWebhookSecrets,
    SendMessages,
    SendMessagesJob,
    SwitchOffWebhook,
  ],
})
export class WebhooksWorkerModule {}
