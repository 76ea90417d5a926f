export { approvalKind, ApprovalsCoreModule, ApprovalsModule } from './approvals.module.js';
export { Approvals } from './approvals.js';
export type { ApprovalKind, ApprovalPreview, ApprovalSubject, Approved } from './approval-kind.js';
export { APPROVAL_REFUSALS } from './errors.js';
export { ApprovalDecided, ApprovalProposed } from './events.js';
export { ListApprovals } from './read/list-approvals.js';
export { ApprovalDetailView, ApprovalView } from './approval.view.js';
export { assertMay, offMessage, offOf, switchedOff, whyNot, whyOff } from './capabilities/read/may.js';
export { capableThing, type CapableThing, type FoundThing } from './capabilities/capable-things.js';
