import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useList, useSend } from '../../../api/hooks.js';
import type { RevenueShareOverrideView } from '../../../api/schema.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { DirectorySearch, type Found } from '../../../components/forms/directory-search.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { Card, Page } from '../../../components/layout/page.js';
import { SendError, StatusBadge, ActionButton } from '../../../components/feedback/feedback.js';
import { decimalToMinor, formatMonth, formatShare } from '../../../lib/format.js';
import { serverNowMs } from '../../../lib/server-time.js';
import { useUrlState } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { SharePreview, type ShareQuestion } from './share-preview.js';
import { texts } from '../texts/policies.js';
import { SendDialog } from '../../../components/forms/send-dialog.js';
import { common } from '../../../text/common.js';
import { SecondPerson } from '../../../components/forms/second-person.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';

const MOST_PERCENT = 100;
const MIN_REASON = 3;

function shareText({ basis_points, drive_id }: Pick<RevenueShareOverrideView, 'basis_points' | 'drive_id'>): string {
  if (basis_points !== null) return formatShare(basis_points);
  return drive_id ? texts.shares.backAuthorsShare : texts.shares.backStandardShare;
}

const questionOf = (override: RevenueShareOverrideView): ShareQuestion => ({
  ...(override.drive_id ? { drive_id: override.drive_id } : { org_id: override.org_id ?? '' }),
  ...(override.basis_points === null ? {} : { basis_points: override.basis_points }),
  month: override.month,
});

/** Shares agreed with single authors or for single Drives, and those that wait for a second person. */
export function SharesPage(): ReactNode {
  const [orgId, setOrgId] = useUrlState('author');
  const query = orgId === '' ? {} : { org_id: orgId };
  const overrides = useList('/api/v1/finance/revenue-share-overrides', { query }, { refreshMs: 15_000 });
  return (
    <Page title={common.revenueShareOverrides} actions={<ExportList kind="shares" query={query} />}>
      <p>{texts.shares.explanation}</p>
      <ListTable
        label={common.revenueShareOverrides}
        list={overrides}
        onClearFilters={orgId === '' ? undefined : () => setOrgId('')}
        empty={texts.shares.empty}
        titles={texts.shares.columns}
        columns={[
          {
            id: 'name',
            cell: (row) => (
              <>
                {row.name} <span className="small dim">{row.drive_id ? common.drive : common.author}</span>
              </>
            ),
          },
          { id: 'share', right: true, cell: shareText },
          { id: 'month', cell: (row) => formatMonth(row.month) },
          { id: 'state', cell: (row) => <StatusBadge kind="decision" code={row.state} /> },
          { id: 'who', cell: (row) => row.proposed_by },
          { id: 'by', cell: (row) => row.decided_by ?? '' },
          { id: 'why', wrap: true, cell: (row) => row.reason },
          {
            id: 'act',
            cell: (row) =>
              row.state === 'proposed' && (
                <SecondPerson of="revenue-share-overrides" proposal={row}>
                  <DialogButton variant="filled" dialog={(close) => <Approve override={row} onClose={close} />}>
                    {common.approve}
                  </DialogButton>
                </SecondPerson>
              ),
          },
        ]}
      />
      <Propose />
    </Page>
  );
}

function Approve({ override, onClose }: { override: RevenueShareOverrideView; onClose: () => void }): ReactNode {
  const approve = useSend('/api/v1/finance/revenue-share-overrides/{id}/approve', {
    path: { id: override.id },
    toast: common.toastApproved,
    onDone: onClose,
  });
  return (
    <SendDialog
      title={texts.shares.decideDialogTitle(override.name)}
      send={approve}
      confirm={texts.shares.approveFrom(formatMonth(override.month))}
      onClose={onClose}
      onConfirm={() => approve.mutate({})}
    >
      <SharePreview of={questionOf(override)} />
      <p>{texts.shares.decideExplanation}</p>
    </SendDialog>
  );
}

function nextMonth(): string {
  const now = new Date(serverNowMs());
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 7);
}

function Propose(): ReactNode {
  const [of, setOf] = useState<Found | null>(null);
  const [own, setOwn] = useState(true);
  const [percent, setPercent] = useState<number | string>('');
  const [month, setMonth] = useState(nextMonth);
  const [example, setExample] = useState('100.00');
  const [reason, setReason] = useState('');
  const propose = useSend('/api/v1/finance/revenue-share-overrides', {
    toast: common.toastProposed,
    onDone: () => {
      setOf(null);
      setReason('');
    },
  });
  const value = typeof percent === 'number' && percent >= 0 && percent <= MOST_PERCENT ? percent : null;
  const points = own && value !== null ? Math.round(value * 100) : null;
  const minor = decimalToMinor(example, 'usd');
  const open =
    of === null
      ? texts.shares.nobodyChosen
      : own && points === null
        ? texts.shares.shareOutOfRange(MOST_PERCENT)
        : /^20\d\d-\d\d$/.test(month)
          ? null
          : texts.shares.monthMissing;
  const missing = open ?? (reason.trim().length < MIN_REASON ? common.enterAReasonForTheSecondPerson : null);
  const scope = of?.kind === 'drive' ? { drive_id: of.id } : { org_id: of?.id ?? '' };
  return (
    <Card title={texts.shares.proposeTitle}>
      <div className="filters filters-top">
        <DirectorySearch label={common.authorOrDrive} chosen={of} onChoose={setOf} />
        <NativeSelect
          label={texts.shares.shareLabel}
          value={own ? 'own' : 'none'}
          data={[
            { value: 'own', label: texts.shares.options.own },
            { value: 'none', label: texts.shares.options.none },
          ]}
          onChange={(event) => setOwn(event.currentTarget.value === 'own')}
        />
        {own ? (
          <NumberInput
            label={texts.shares.authorsShareLabel}
            min={0}
            max={MOST_PERCENT}
            decimalScale={2}
            hideControls
            value={percent}
            onChange={setPercent}
          />
        ) : null}
        <TextInput
          label={texts.shares.fromMonthLabel}
          type="month"
          min={nextMonth()}
          {...controlled(month, setMonth)}
        />
        <TextInput
          label={texts.shares.exampleAmountUsdLabel}
          inputMode="decimal"
          {...controlled(example, setExample)}
          error={minor === null ? texts.shares.exampleAmountUsdError : undefined}
        />
      </div>
      {open === null && minor !== null ? (
        <SharePreview
          of={{ ...scope, ...(points === null ? {} : { basis_points: points }), month, amount_minor: minor }}
        />
      ) : (
        <p className="dim">{texts.shares.proposeExplanation}</p>
      )}
      <TextInput label={common.reason} description={texts.shares.reasonHelp} {...controlled(reason, setReason)} />
      <SendError
        error={propose.error}
        rest={propose.error?.details.map((detail) => `${detail.pointer}: ${detail.message}`).join(' ')}
      />
      <div>
        <ActionButton
          whyNot={missing}
          loading={propose.isPending}
          onClick={() => propose.mutate({ ...scope, basis_points: points, month, reason: reason.trim() })}
        >
          {common.propose}
        </ActionButton>
      </div>
    </Card>
  );
}
