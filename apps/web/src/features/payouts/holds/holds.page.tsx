import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useList, useSend } from '../../../api/hooks.js';
import type { HoldView } from '../../../api/schema.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { Dialog, DialogActions } from '../../../components/layout/dialog.js';
import { DirectorySearch, type Found } from '../../../components/forms/directory-search.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { Money, When } from '../../../components/values/values.js';
import { Card, Page } from '../../../components/layout/page.js';
import { SendError, StatusBadge, WhyNot, ActionButton } from '../../../components/feedback/feedback.js';
import { useUrlState } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { AuthorLink } from '../../../components/finance/author-link.js';
import { texts } from '../texts/holds.js';
import { rich } from '../../../text/rich.js';
import { common } from '../../../text/common.js';
import type { StatusCode } from '../../../text/vocabulary.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { optionsOf } from '../../../lib/options.js';

const kinds = texts.holds.kinds;
type Kind = keyof typeof kinds;

const percent = (basisPoints: number): string => `${basisPoints / 100} %`;

function stateOf(hold: HoldView): StatusCode<'hold'> {
  return hold.active ? 'active' : hold.kept.length > 0 ? 'releasing' : 'ended';
}

/** Amounts on hold for authors, why, and until when. */
export function HoldsPage(): ReactNode {
  const [orgId, setOrgId] = useUrlState('author');
  const query = orgId === '' ? {} : { org_id: orgId };
  return (
    <Page title={texts.holds.title} actions={<ExportList kind="holds" query={query} />}>
      <Place />
      <HoldList query={query} empty={texts.holds.empty} onClear={orgId === '' ? undefined : () => setOrgId('')} />
    </Page>
  );
}

interface HoldListProps {
  query: { org_id?: string };
  empty: string;
  onClear?: () => void;
}

/** Holds and reserves of all authors or of one, each with the way to end it. */
export function HoldList({ query, empty, onClear }: HoldListProps): ReactNode {
  const holds = useList('/api/v1/finance/payout-holds', { query }, { refreshMs: 30_000 });
  return (
    <ListTable
      label={common.holds}
      list={holds}
      onClearFilters={onClear}
      empty={empty}
      titles={texts.holds.columns}
      columns={[
        { id: 'author', cell: (hold) => <AuthorLink id={hold.org_id} name={hold.author} /> },
        { id: 'kind', cell: (hold) => kinds[hold.kind] },
        { id: 'part', right: true, cell: (hold) => percent(hold.basis_points) },
        {
          id: 'how',
          wrap: true,
          cell: (hold) =>
            hold.window_months === null ? texts.holds.whenTheHoldEnds : texts.holds.eachPartAfter(hold.window_months),
        },
        { id: 'state', cell: (hold) => <StatusBadge kind="hold" code={stateOf(hold)} /> },
        { id: 'kept', right: true, cell: (hold) => <Kept hold={hold} /> },
        { id: 'reason', wrap: true, cell: (hold) => hold.reason },
        { id: 'by', cell: (hold) => hold.made_by_name },
        { id: 'from', cell: (hold) => <When at={hold.starts_at} /> },
        { id: 'to', cell: (hold) => (hold.ends_at === null ? texts.holds.whenEnded : <When at={hold.ends_at} />) },
        {
          id: 'end',
          cell: (hold) =>
            stateOf(hold) === 'ended' ? null : (
              <DialogButton
                aria-label={texts.holds.endHoldLabel(hold.author)}
                dialog={(close) => <EndDialog hold={hold} onClose={close} />}
              >
                {common.end}
              </DialogButton>
            ),
        },
      ]}
    />
  );
}

function Kept({ hold }: { hold: HoldView }): ReactNode {
  if (hold.kept.length === 0) return <span className="dim">{common.nothing}</span>;
  return hold.kept.map((one) => (
    <div key={one.currency}>
      <Money minor={one.amount_minor} currency={one.currency} />
      {one.next_release_at ? (
        <div className="small dim">{rich(texts.holds.next, { time: <When at={one.next_release_at} /> })}</div>
      ) : null}
    </div>
  ));
}

function Place(): ReactNode {
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
        : reason.trim().length < 3
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

function EndDialog({ hold, onClose }: { hold: HoldView; onClose: () => void }): ReactNode {
  const [reason, setReason] = useState('');
  const end = useSend('/api/v1/finance/payout-holds/{id}/end', {
    path: { id: hold.id },
    toast: texts.holds.endDialogToast,
    onDone: onClose,
  });
  const send = (releaseNow: boolean): void => end.mutate({ reason: reason.trim(), release_now: releaseNow });
  return (
    <Dialog title={texts.holds.endHoldLabel(hold.author)} onClose={onClose}>
      <p>{hold.window_months === null ? texts.holds.holdEffect : texts.holds.reserveEffect}</p>
      <SendError error={end.error} />
      <TextInput label={common.whyLabel} description={texts.holds.whyHelp} {...controlled(reason, setReason)} />
      <DialogActions onCancel={onClose}>
        <WhyNot reason={reason.trim().length < 3 ? common.reasonTooShort : null}>
          {(described) => (
            <>
              {hold.window_months === null || !hold.active ? null : (
                <Button variant="default" {...described} loading={end.isPending} onClick={() => send(false)}>
                  {texts.holds.endKeepDates}
                </Button>
              )}
              <Button {...described} loading={end.isPending} onClick={() => send(true)}>
                {texts.holds.endAndRelease}
              </Button>
            </>
          )}
        </WhyNot>
      </DialogActions>
    </Dialog>
  );
}
