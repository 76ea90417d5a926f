import { Textarea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useGet, useSend, type DisputeDetailView } from '../../../api/hooks.js';
import { Id, Money, When } from '../../../components/values/values.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import {
  Alert,
  EmptyState,
  SendError,
  StatusBadge,
  WhoActs,
  ActionButton,
} from '../../../components/feedback/feedback.js';
import { ApprovalList } from '../../../components/review/approval-list.js';
import { ReversalsTable } from '../../../components/finance/reversals-table.js';
import { formatMoney, formatUtc, humanize } from '../../../lib/format.js';
import { useParam } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { texts } from '../texts/disputes.js';
import { shownStatus } from '../../../components/finance/dispute-status.js';
import { sentOr, texts as refundTexts } from '../texts/refunds.js';
import { common } from '../../../text/common.js';
import { ConfirmButton } from '../../../components/forms/post-button.js';

/** One dispute: its deadline, the amounts on hold by author, its history, and the answer to the bank. */
export function DisputePage() {
  const id = useParam('id');
  const dispute = useGet('/api/v1/finance/disputes/{id}', { path: { id } }, { refreshMs: 5_000 });
  return (
    <ResourcePage
      of={dispute}
      title={dispute.data ? texts.dispute.title(dispute.data.invoice_number) : common.dispute}
      badges={dispute.data ? <StatusBadge kind="dispute" code={shownStatus(dispute.data)} /> : null}
    >
      {(view) => (
        <>
          <WhoActs kind="dispute" code={shownStatus(view)} />
          <Card>
            <Facts
              titles={texts.dispute.facts}
              items={{
                atTheProcessor: <Id value={view.provider_dispute_id} />,
                amount: <Money minor={view.amount_minor} currency={view.currency} />,
                fee: <Money minor={view.fee_minor} currency={view.fee_currency} />,
                tenant: view.tenant_name,
                invoice: (
                  <Link to="/finance/invoices/$id" params={{ id: view.invoice_id }}>
                    {view.invoice_number}
                  </Link>
                ),
                reasonBank: humanize(view.reason),
                opened: <When at={view.opened_at} />,
                respondBy: view.closed_at ? null : <When at={view.evidence_due_at} />,
                accepted: view.accepted_at ? <When at={view.accepted_at} /> : null,
                decided: view.closed_at ? <When at={view.closed_at} /> : null,
              }}
            />
          </Card>
          {view.answerable ? <Answer dispute={view} /> : null}
          <ApprovalList
            kind="give_back"
            subject_id={view.invoice_id}
            label={refundTexts.invoiceAdjustments.approvals}
            empty={refundTexts.invoiceAdjustments.noApprovals}
          />
          <h2>{common.byLine}</h2>
          {view.lines.length === 0 ? (
            <EmptyState>{texts.dispute.empty}</EmptyState>
          ) : (
            <ReversalsTable lines={view.lines} currency={view.currency} />
          )}
          <h2>{common.historyTitle}</h2>
          <DataTable
            label={common.historyTitle}
            rows={view.steps}
            rowKey={(step) => String(step.version)}
            titles={texts.dispute.columns}
            columns={[
              { id: 'at', cell: (step) => formatUtc(step.seen_at) },
              { id: 'status', cell: (step) => <StatusBadge kind="dispute" code={step.status} /> },
              { id: 'phase', cell: (step) => humanize(step.phase) },
            ]}
          />
        </>
      )}
    </ResourcePage>
  );
}

const MIN_TEXT = 10;

function Answer({ dispute }: { dispute: DisputeDetailView }) {
  const [text, setText] = useState('');
  const path = { id: dispute.id };
  const submit = useSend('/api/v1/finance/disputes/{id}/evidence', {
    path,
    toast: texts.dispute.answerToast,
  });
  const isMuch = BigInt(dispute.amount_minor) > BigInt(dispute.alone_up_to_minor);
  return (
    <Card title={texts.dispute.answerTitle}>
      <Textarea
        label={texts.dispute.evidenceAgainstDisputeLabel}
        description={texts.dispute.evidenceAgainstDisputeHelp}
        rows={6}
        maxLength={20_000}
        {...controlled(text, setText)}
      />
      <SendError error={submit.error} />
      <div className="row">
        <ActionButton
          whyNot={text.trim().length < MIN_TEXT ? texts.dispute.whyNot.writeLeastCharacters(MIN_TEXT) : null}
          loading={submit.isPending}
          onClick={() => submit.mutate({ text: text.trim() })}
        >
          {texts.dispute.submitResponse}
        </ActionButton>
        <ConfirmButton
          to="/api/v1/finance/disputes/{id}/accept"
          options={{ path, toast: sentOr(texts.dispute.acceptToast) }}
          body={undefined}
          title={texts.dispute.answerDialogTitle}
          effect={
            <>
              <p>{texts.dispute.answerExplanation(formatMoney(dispute.amount_minor, dispute.currency))}</p>
              {isMuch ? (
                <Alert tone="info">
                  {refundTexts.secondPerson.needed(formatMoney(dispute.alone_up_to_minor, dispute.currency))}
                </Alert>
              ) : null}
            </>
          }
          confirm={texts.dispute.acceptDispute}
          danger
        >
          {texts.dispute.acceptDispute}
        </ConfirmButton>
      </div>
    </Card>
  );
}
