// Short names for the shapes that more than one page uses.
import type { Schemas } from './types.js';

export type MemberView = Schemas['MemberView'];
export type MemberRole = MemberView['member_role'];
export type InvitationView = Schemas['InvitationView'];
export type AdminUserView = Schemas['AdminUserView'];
export type ApiTokenView = Schemas['ApiTokenView'];
export type NotificationView = Schemas['NotificationView'];
export type MailChoiceView = Schemas['MailChoiceView'];
export type SessionView = Schemas['SessionView'];
export type ApplicationView = Schemas['ApplicationView'];
export type AccountView = Schemas['AccountView'];
export type AgreementView = Schemas['AgreementView'];
export type KeyView = Schemas['SigningKeyView'];
export type ListedDriveView = Schemas['ListedDriveView'];
export type WebhookView = Schemas['WebhookView'];
export type WebhookEvent = Schemas['WebhookEventView'];
export type WebhookMessage = Schemas['WebhookMessageView'];
export type DriveView = Schemas['DriveView'];
export type SubmissionView = Schemas['SubmissionView'];
export type ReconciliationView = Schemas['ReconciliationView'];
export type ExceptionView = Schemas['ExceptionView'];
export type Workspace = Schemas['ReviewWorkspaceView'];
export type Criterion = Schemas['CriterionView'];
export type ClaimEvidence = Schemas['ClaimEvidenceView'];
export type ReviewException = Schemas['ReviewExceptionView'];
export type RunView = Schemas['PayoutRunView'];
export type RunTotals = Schemas['RunTotalsView'];
export type RunDifference = Schemas['RunDifferenceView'];
export type UnpaidPart = Schemas['UnpaidPartView'];
export type HoldView = Schemas['HoldView'];
export type MonthCloseView = Schemas['MonthCloseView'];
export type LedgerEntryView = Schemas['LedgerEntryView'];
export type AccountTotalView = Schemas['AccountTotalView'];
export type PayoutAccountView = Schemas['PayoutAccountView'];
export type EarningLine = Schemas['EarningLineView'];

export type VentureView = Schemas['VentureView'];
export type PluginView = Schemas['PluginView'];
export type TenantComplianceView = Schemas['TenantComplianceView'];
export type InstallView = Schemas['InstallView'];
export type UpgradeView = Schemas['UpgradeView'];

export type Taking = Schemas['TakingView'];
export type RefundPreview = Schemas['RefundPreviewView'];
export type InvoiceDetail = Schemas['InvoiceDetailView'];
export type FinanceAdjustments = Schemas['FinanceInvoiceAdjustmentsView'];
export type DisputeDetail = Schemas['DisputeDetailView'];
