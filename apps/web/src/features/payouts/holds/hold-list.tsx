import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useList, useSend, type HoldView } from '../../../api/hooks.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { Dialog, DialogActions } from '../../../components/layout/dialog.js';
import { Money, When } from '../../../components/values/values.js';
import { SendError, StatusBadge, WhyNot } from '../../../components/feedback/feedback.js';
import { controlled } from '../../../lib/use-form.js';
import { AuthorLink } from '../../../components/finance/author-link.js';
import { texts } from '../texts/holds.js';
import { common, rich } from '../../../text/common.js';
import type { StatusCode } from '../../../text/vocabulary.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { saysTooLittle } from '../../../components/forms/min-reason.js';

const kinds = texts.holds.kinds;

const percent = (basisPoints: number): string => `${basisPoints / 100} %`;

function stateOf(hold: HoldView): StatusCode<'hold'> {
  return hold.active ? 'active' : hold.kept.length > 0 ? 'releasing' : 'ended';
}

interface HoldListProps {
  query: { org_id?: string };
  empty: string;
  onClear?: () => void;
}

/** Holds and reserves of all authors or of one, each with the way to end it. */
export function HoldList({ query, empty, onClear }: HoldListProps) {
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
          cell: (hold) =>
            hold.window_months === null ? texts.holds.whenTheHoldEnds : texts.holds.eachPartAfter(hold.window_months),
        },
        { id: 'state', cell: (hold) => <StatusBadge kind="hold" code={stateOf(hold)} /> },
        { id: 'kept', right: true, cell: (hold) => <Kept hold={hold} /> },
        { id: 'reason', cell: (hold) => hold.reason },
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

function Kept({ hold }: { hold: HoldView }) {
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

function EndDialog({ hold, onClose }: { hold: HoldView; onClose: () => void }) {
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
        <WhyNot reason={saysTooLittle(reason) ? common.reasonTooShort : null}>
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
