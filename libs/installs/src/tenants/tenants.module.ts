import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdentityCoreModule } from '@portal/identity';
import { InstallHttpModule, InstallModule } from '../install/install.module.js';
import { AddOperator } from './add-operator.js';
import { AnswerInvitation } from './answer-invitation.js';
import { EnsureDemoTenants } from './ensure-demo-tenants.js';
import { FinanceVenturesController } from './finance-ventures.controller.js';
import { HostExternalOperatorsController } from './host/host-external-operators.controller.js';
import { HostExternalController } from './host/host-external.controller.js';
import { HostOperatorEntity } from './host/host-operator.entity.js';
import { HostOperatorsQuery } from './host/host-operators-query.js';
import { HostOperatorsRepository } from './host/host-operators.repository.js';
import { HostOperatorsController } from './host/host-operators.controller.js';
import { HostController } from './host/host.controller.js';
import { JoinTenant } from './join-tenant.js';
import { ManageTenants } from './manage-tenants.js';
import { OperatorInvitationsController } from './operator-invitations.controller.js';
import { OperatorMails } from './operator-mails.js';
import { OperatorsQuery } from './operators.js';
import { PutOperator } from './host/put-operator.js';
import { RemoveHostOperator } from './host/remove-host-operator.js';
import { RemoveOperator } from './remove-operator.js';
import { SearchTenants } from './search-tenants.js';
import { SetTenantCompliance } from './set-tenant-compliance.js';
import { SetTenantCurrency } from './set-tenant-currency.js';
import { TenantComplianceQuery } from './tenant-compliance.js';

/** Tenants, ventures and operators, as the host platform registers them. */
@Module({
  imports: [TypeOrmModule.forFeature([HostOperatorEntity]), IdentityCoreModule, InstallModule, InstallHttpModule],
  controllers: [
    FinanceVenturesController,
    HostController,
    HostExternalController,
    HostExternalOperatorsController,
    HostOperatorsController,
    OperatorInvitationsController,
  ],
  providers: [
    AddOperator,
    AnswerInvitation,
    EnsureDemoTenants,
    HostOperatorsQuery,
    HostOperatorsRepository,
    JoinTenant,
    ManageTenants,
    OperatorMails,
    OperatorsQuery,
    PutOperator,
    RemoveHostOperator,
    RemoveOperator,
    SearchTenants,
    SetTenantCompliance,
    SetTenantCurrency,
    TenantComplianceQuery,
  ],
  exports: [EnsureDemoTenants],
})
export class TenantsHttpModule {}
