import { Module } from '@nestjs/common';
import { eventProcessor } from '@portal/platform/events';
import { AgreementPublished } from '../events.js';
import { DocumentsController, PublicDocumentsController } from '../documents/documents.controller.js';
import { DocumentsRepository } from '../documents/documents.repository.js';
import { DocumentReads } from '../documents/read/document-reads.js';
import { PublishDocument } from '../documents/publish-document.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { AgreementVersionsController, OrganizationSignaturesController } from './agreement-versions.controller.js';
import { AgreementVersions } from './agreement-versions.js';
import { AgreementsController } from './agreements.controller.js';
import { MailNewAgreement } from './mail-new-agreement.js';
import { PublishAgreement } from './publish-agreement.js';
import { SignAgreement } from './sign-agreement.js';
import { SignaturesController } from './signatures.controller.js';
import { Signatures } from './signatures.js';

@Module({
  imports: [OrganizationsModule],
  controllers: [
    AgreementsController,
    AgreementVersionsController,
    DocumentsController,
    PublicDocumentsController,
    OrganizationSignaturesController,
    SignaturesController,
  ],
  providers: [
    AgreementVersions,
    DocumentReads,
    DocumentsRepository,
    PublishAgreement,
    PublishDocument,
    SignAgreement,
    Signatures,
  ],
  exports: [AgreementVersions, PublishAgreement, SignAgreement],
})
export class AgreementsHttpModule {}

@Module({
  imports: [OrganizationsModule],
  providers: [
    MailNewAgreement,
    eventProcessor(AgreementPublished, 'authors.mail-new-agreement', MailNewAgreement, (mail, payload, context) =>
      mail.execute(payload, (work) => context.once(work)),
    ),
  ],
})
export class AgreementsWorkerModule {}
