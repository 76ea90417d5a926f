import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { AgreementVersionsController, OrganizationSignaturesController } from './agreement-versions.controller.js';
import { AgreementVersions } from './agreement-versions.js';
import { AgreementsController } from './agreements.controller.js';
import { MailNewAgreement } from './mail-new-agreement.js';
import { MailNewAgreementProcessor } from './mail-new-agreement.processor.js';
import { PublishAgreement } from './publish-agreement.js';
import { SignAgreement } from './sign-agreement.js';
import { SignaturesController } from './signatures.controller.js';
import { Signatures } from './signatures.js';
import { AgreementVersionEntity } from './agreement.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([AgreementVersionEntity]), OrganizationsModule],
  controllers: [
    AgreementsController,
    AgreementVersionsController,
    OrganizationSignaturesController,
    SignaturesController,
  ],
  providers: [AgreementVersions, PublishAgreement, SignAgreement, Signatures],
  exports: [AgreementVersions, SignAgreement],
})
export class AgreementsHttpModule {}

@Module({ imports: [OrganizationsModule], providers: [MailNewAgreement, MailNewAgreementProcessor] })
export class AgreementsWorkerModule {}
