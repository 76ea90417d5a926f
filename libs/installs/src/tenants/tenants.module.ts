import { Module } from '@nestjs/common';
import { approvalKind, ApprovalsModule, capableThing } from '@portal/approvals';
import { IdentityCoreModule } from '@portal/identity';
import { InstallHttpModule, InstallModule } from '../install/install.module.js';
import { CapableTenant } from './capable-tenant.js';
import { EnsureDemoTenants } from './ensure-demo-tenants.js';
import { FinanceVenturesController, OperatorTenantsController } from './tenants.controller.js';
import { HostExternalOperatorsController, HostOperatorsController } from './host/host-operators.controller.js';
import { HostExternalController, HostController } from './host/host.controller.js';
import { HostOperatorsQuery } from './host/host-operators-query.js';
import { HostOperatorsRepository } from './host/host-operators.repository.js';
import { OperatorInvitationsController } from './operator-invitations.controller.js';
import { OperatorMails } from './operator-mails.js';
import { SEARCH_TENANTS } from './search-tenants.js';
import { SetTenantCurrency } from './set-tenant-currency.js';
import { HostOperatorsService } from './host/host-operators.service.js';
import { InvitationKind, InviteOperator } from './host/invite-operator.js';
import { OperatorsService } from './operators.service.js';
import { TenantComplianceService } from './tenant-compliance.service.js';
import { TenantQueries } from './tenant-queries.js';
import { TenantsService } from './tenants.service.js';

/** Tenants, ventures and operators, as the host platform registers them. */
@Module({
  imports: [ApprovalsModule, IdentityCoreModule, InstallModule, InstallHttpModule],
  controllers: [
    FinanceVenturesController,
    HostController,
    HostExternalController,
    HostExternalOperatorsController,
    HostOperatorsController,
    OperatorInvitationsController,
    OperatorTenantsController,
  ],
  providers: [
    ...capableThing(CapableTenant),
    EnsureDemoTenants,
    ...approvalKind(InvitationKind),
    InviteOperator,
    HostOperatorsQuery,
    HostOperatorsRepository,
    HostOperatorsService,
    OperatorMails,
    OperatorsService,
    ...SEARCH_TENANTS,
    SetTenantCurrency,
    TenantComplianceService,
    TenantQueries,
    TenantsService,
  ],
  exports: [EnsureDemoTenants, TenantQueries],
})
export class TenantsHttpModule {}
