import { Module, type Provider, type Type } from '@nestjs/common';
import { ApprovalKinds, type ApprovalKind } from './approval-kind.js';
import { Approvals } from './approvals.js';
import { ApprovalsController } from './approvals.controller.js';
import { ApprovalsRepository } from './approvals.repository.js';
import { CapabilitiesController } from './capabilities/capabilities.controller.js';
import { CapabilitySwitchKind } from './capabilities/capability-switch.js';
import { CapableThings } from './capabilities/capable-things.js';
import { ReadCapabilities } from './capabilities/read/read-capabilities.js';
import { Claims } from './claims/claims.js';
import { ClaimsController } from './claims/claims.controller.js';
import { APPROVALS_EXPORT, ListApprovals } from './read/list-approvals.js';

/** For modules that are in the worker too: proposes, decides and supersedes without routes. */
@Module({
  providers: [ApprovalKinds, Approvals, APPROVALS_EXPORT, ApprovalsRepository, CapableThings, ListApprovals],
  exports: [ApprovalKinds, Approvals, CapableThings, ListApprovals],
})
export class ApprovalsCoreModule {}

/** For the HTTP process: imported by every module that proposes, or whose things have capabilities. */
@Module({
  imports: [ApprovalsCoreModule],
  controllers: [ApprovalsController, CapabilitiesController],
  providers: [...approvalKind(CapabilitySwitchKind), ReadCapabilities],
  exports: [ApprovalsCoreModule],
})
export class ApprovalsModule {}

/** Who works on which case of the reviewers. */
@Module({ controllers: [ClaimsController], providers: [Claims], exports: [Claims] })
export class ClaimsModule {}

/** Provides a kind and registers it. */
export function approvalKind<P extends object>(kind: Type<ApprovalKind<P>>): Provider[] {
  const register: Provider = {
    provide: `approval kind ${kind.name}`,
    inject: [ApprovalKinds, kind],
    useFactory: (kinds: ApprovalKinds, instance: ApprovalKind<P>) => kinds.register(instance),
  };
  return [kind, register];
}
