import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSend } from '../../../api/hooks.js';
import { ApprovalList } from '../../../components/review/approval-list.js';
import { DirectorySearch, type Found } from '../../../components/forms/directory-search.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { Card, Page } from '../../../components/layout/page.js';
import { SendError, ActionButton } from '../../../components/feedback/feedback.js';
import { decimalToMinor } from '../../../lib/format.js';
import { serverNowMs } from '../../../lib/server-time.js';
import { optionsOf } from '../../../lib/options.js';
import { controlled } from '../../../lib/use-form.js';
import { SharePreview } from './share-preview.js';
import { texts } from '../texts/policies.js';
import { common } from '../../../text/common.js';
import { saysTooLittle } from '../../../components/forms/min-reason.js';

const MOST_PERCENT = 100;

/** Shares agreed with single authors or for single Drives, and those that wait for a second person. */
export function SharesPage() {
  return (
    <Page
      title={common.revenueShareOverrides}
      actions={<ExportList kind="approvals" query={{ kind: 'share_override' }} />}
    >
      <p>{texts.shares.explanation}</p>
      <ApprovalList kind="share_override" label={common.revenueShareOverrides} empty={texts.shares.empty} />
      <Propose />
    </Page>
  );
}

function nextMonth(): string {
  const now = new Date(serverNowMs());
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 7);
}

function Propose() {
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
  const missing = open ?? (saysTooLittle(reason) ? common.enterAReasonForTheSecondPerson : null);
  const scope = of?.kind === 'drive' ? { drive_id: of.id } : { org_id: of?.id ?? '' };
  return (
    <Card title={texts.shares.proposeTitle}>
      <div className="filters filters-top">
        <DirectorySearch label={common.authorOrDrive} chosen={of} onChoose={setOf} />
        <NativeSelect
          label={texts.shares.shareLabel}
          data={optionsOf(texts.shares.options)}
          {...controlled(own ? 'own' : 'none', (value) => setOwn(value === 'own'))}
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
