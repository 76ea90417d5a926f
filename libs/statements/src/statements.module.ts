import { Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { BillingCoreModule } from '@portal/billing';
import { LedgerCoreModule } from '@portal/ledger';
import { PayoutsCoreModule, RunFinished } from '@portal/payouts';
import { eventProcessor, moneyProcessor } from '@portal/platform/events';
import { scheduledJob } from '@portal/platform/jobs';
import { defineRetention } from '@portal/platform/retention';
import { StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { ExportRequested, SelfBillingIssued } from './events.js';
import { AuthorStatementsController } from './http/author-statements.controller.js';
import { FinanceExportsController } from './http/finance-exports.controller.js';
import { FinanceStatementsController } from './http/finance-statements.controller.js';
import { PublicStatementsController } from './http/public-statements.controller.js';
import { EXPORT_KEPT_DAYS } from './read/exports.js';
import { MailSelfBilling } from './mail-self-billing.js';
import { MakeExport } from './make-export.js';
import { MakeStatements } from './make-statements.js';
import { ExportsRepository } from './persistence/exports.repository.js';
import { StatementsRepository } from './persistence/statements.repository.js';
import { TaxProfilesRepository } from './persistence/tax-profiles.repository.js';
import { Earnings } from './read/earnings.js';
import { ExportRows } from './read/export-rows.js';
import { Exports } from './read/exports.js';
import { LaterEvents } from './read/later-events.js';
import { NoteAltered } from './note-altered.js';
import { OperatorOnPaper } from './read/operator-on-paper.js';
import { PublishedRoots } from './read/published-roots.js';
import { RunWindows } from './read/run-windows.js';
import { SelfBilling } from './read/self-billing.js';
import { StatementSource } from './read/statement-source.js';
import { SEARCH_STATEMENTS } from './read/search-statements.js';
import { Statements } from './read/statements.js';
import { RenderStatement } from './render-statement.js';
import { RequestExport } from './request-export.js';
import { SealMonth } from './seal-month.js';
import { TaxProfilesService } from './tax-profiles.service.js';
import { VerifyStatement } from './verify-statement.js';

const SHARED = [ExportsRepository, RunWindows, SelfBilling, StatementSource, StatementsRepository];

defineRetention({ table: 'statements.exports', since: 'created_at', days: EXPORT_KEPT_DAYS, business: true });

/** Repositories and readers of statements and exports, for both processes. */
@Module({
  imports: [LedgerCoreModule, BillingCoreModule],
  providers: SHARED,
  exports: SHARED,
})
class StatementsCoreModule {}

/** For the HTTP process. */
@Module({
  imports: [StatementsCoreModule, LedgerCoreModule, BillingCoreModule, PayoutsCoreModule, StripeGatewayCoreModule],
  controllers: [
    AuthorStatementsController,
    FinanceStatementsController,
    FinanceExportsController,
    PublicStatementsController,
  ],
  providers: [
    Earnings,
    Exports,
    LaterEvents,
    NoteAltered,
    OperatorOnPaper,
    PublishedRoots,
    RenderStatement,
    RequestExport,
    ...SEARCH_STATEMENTS,
    Statements,
    TaxProfilesRepository,
    TaxProfilesService,
    VerifyStatement,
  ],
})
export class StatementsModule {}

/** For the worker. */
@Module({
  imports: [StatementsCoreModule, LedgerCoreModule, BillingCoreModule, AuthorsCoreModule],
  providers: [
    ExportRows,
    MailSelfBilling,
    eventProcessor(SelfBillingIssued, 'statements.mail-self-billing', MailSelfBilling, (mail, issued, context) =>
      mail.execute(issued, context),
    ),
    MakeExport,
    MakeStatements,
    SealMonth,
    // Seals the month of a run that has ended, and the months that waited for it.
    moneyProcessor(RunFinished, 'statements.seal-month', SealMonth, (seal) => seal.execute()),
    // When a run is cancelled, the next month can become due without an event.
    scheduledJob('statements.seal-due', SealMonth, (seal) => seal.execute()),
    eventProcessor(ExportRequested, 'statements.make-export', MakeExport, (make, { export_id }) =>
      make.execute(export_id),
    ),
  ],
})
export class StatementsWorkerModule {}
