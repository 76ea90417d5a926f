import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSend } from '../../../api/hooks.js';
import { DirectorySearch, type Found } from '../../../components/forms/directory-search.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { Card, Page } from '../../../components/layout/page.js';
import { SendError, ActionButton } from '../../../components/feedback/feedback.js';
import { useUrlState } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { texts } from '../texts/holds.js';
import { HoldList } from './hold-list.js';
import { common } from '../../../text/common.js';
import { optionsOf } from '../../../lib/options.js';
import { saysTooLittle } from '../../../components/forms/min-reason.js';

const kinds = texts.holds.kinds;
type Kind = keyof typeof kinds;

/** Amounts on hold for authors, why, and until when. */
export function HoldsPage() {
  const [orgId, setOrgId] = useUrlState('author');
  const query = orgId === '' ? {} : { org_id: orgId };
  return (
    <Page title={texts.holds.title} actions={<ExportList kind="holds" query={query} />}>
      <Place />
      <HoldList query={query} empty={texts.holds.empty} onClear={orgId === '' ? undefined : () => setOrgId('')} />
    </Page>
  );
}

function Place() {
  const [author, setAuthor] = useState<Found | null>(null);
  const [kind, setKind] = useState<Kind>('review');
  const [part, setPart] = useState<number | string>(100);
  const [months, setMonths] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const place = useSend('/api/v1/finance/payout-holds', {
    toast: texts.holds.placeToast,
    onDone: () => {
      setAuthor(null);
      setReason('');
    },
  });
  const basisPoints = Math.round(Number(part) * 100);
  const missing =
    author === null
      ? common.chooseAnAuthorFirst
      : basisPoints < 1 || basisPoints > 10_000
        ? texts.holds.shareOutOfRange
        : saysTooLittle(reason)
          ? texts.holds.reasonMissing
          : null;
  return (
    <Card title={texts.holds.placeTitle}>
      <p className="dim">{texts.holds.placeExplanation}</p>
      <SendError error={place.error} />
      <div className="filters">
        <DirectorySearch label={common.author} kind="author" chosen={author} onChoose={setAuthor} />
        <NativeSelect label={common.kind} {...controlled(kind, setKind)} data={optionsOf(kinds)} />
        <NumberInput
          label={texts.holds.shareLabel}
          min={0.01}
          max={100}
          decimalScale={2}
          value={part}
          onChange={setPart}
        />
        <NumberInput
          label={texts.holds.releasedAfterMonthsLabel}
          description={texts.holds.releasedAfterMonthsHelp}
          min={1}
          max={24}
          allowDecimal={false}
          value={months}
          onChange={setMonths}
        />
        <TextInput label={texts.holds.reasonAuthorLabel} {...controlled(reason, setReason)} />
        <ActionButton
          whyNot={missing}
          loading={place.isPending}
          onClick={() =>
            place.mutate({
              org_id: author?.id ?? '',
              kind,
              basis_points: basisPoints,
              window_months: months === '' ? null : Number(months),
              reason: reason.trim(),
            })
          }
        >
          {texts.holds.placeHold}
        </ActionButton>
      </div>
    </Card>
  );
}
