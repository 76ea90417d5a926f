import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useGet, useSend, type ApprovalDetailView } from '../../api/hooks.js';
import { Alert, SendError, StatusBadge } from '../../components/feedback/feedback.js';
import { Resource } from '../../components/feedback/resource.js';
import { PostButton, ReasonButton } from '../../components/forms/post-button.js';
import { Card, Facts } from '../../components/layout/page.js';
import { DataTable } from '../../components/tables/data-table.js';
import { Money, When } from '../../components/values/values.js';
import { formatUtc, shortCode } from '../../lib/format.js';
import { controlled } from '../../lib/use-form.js';
import { common } from '../../text/common.js';
import { texts } from './texts.js';

type Detail = ApprovalDetailView;

/** What was proposed, by whom and why, what it would do now, and the decision. */
export function Approval({ id }: { id: string }) {
  const approval = useGet('/api/v1/approvals/{id}', { path: { id } }, { refreshMs: 15_000 });
  return <Resource of={approval}>{(of) => <Shown of={of} />}</Resource>;
}

function Shown({ of }: { of: Detail }) {
  return (
    <div className="stack">
      <div className="row page-head">
        <h2>{of.title}</h2>
        <StatusBadge kind="approval" code={of.state} />
      </div>
      <Card>
        <Facts
          titles={texts.facts}
          items={{
            who: (
              <>
                {of.proposed_by}, <When at={of.proposed_at} />: {texts.quoted(of.reason)}
              </>
            ),
            what: of.effects.length > 0 ? of.effects.map((effect) => <p key={effect}>{effect}</p>) : null,
            until: of.state === 'waiting' ? formatUtc(of.expires_at) : null,
            decidedBy: of.decided_at ? (
              <>
                {of.decided_by ? `${of.decided_by}, ` : ''}
                <When at={of.decided_at} />
                {of.note ? `: ${texts.quoted(of.note)}` : ''}
              </>
            ) : null,
          }}
        />
        <details>
          <summary>{texts.payload(of.digest)}</summary>
          <pre>{JSON.stringify(of.payload, null, 2)}</pre>
        </details>
      </Card>
      {of.balances.length > 0 ? <Balances rows={of.balances} /> : null}
      {of.warnings.length > 0 ? (
        <Alert tone="warn">
          <strong>{texts.lookTwice}</strong> {of.warnings.join(' ')}
        </Alert>
      ) : null}
      {of.state === 'waiting' ? <Decision of={of} /> : null}
    </div>
  );
}

function Balances({ rows }: { rows: Detail['balances'] }) {
  const change = (row: Detail['balances'][number]) => String(BigInt(row.after_minor) - BigInt(row.before_minor));
  return (
    <Card title={texts.balances}>
      <DataTable
        label={texts.balances}
        rows={rows}
        rowKey={({ account, currency }) => `${account} ${currency}`}
        titles={texts.balanceColumns}
        columns={[
          { id: 'account', cell: (row) => row.account },
          { id: 'before', right: true, cell: (row) => <Money minor={row.before_minor} currency={row.currency} /> },
          { id: 'change', right: true, cell: (row) => <Money minor={change(row)} currency={row.currency} /> },
          { id: 'after', right: true, cell: (row) => <Money minor={row.after_minor} currency={row.currency} /> },
        ]}
      />
    </Card>
  );
}

function Decision({ of }: { of: Detail }) {
  const [note, setNote] = useState('');
  const path = { id: of.id };
  const approve = useSend('/api/v1/approvals/{id}/approve', { path, toast: common.toastApproved });
  if (of.blocked_by !== null) {
    return (
      <div className="row">
        <p className="dim">{texts.blocked[of.blocked_by]}</p>
        {of.blocked_by === 'proposed_by_you' ? (
          <PostButton to="/api/v1/approvals/{id}/withdraw" options={{ path, toast: common.toastWithdrawn }} body={{}}>
            {common.withdraw}
          </PostButton>
        ) : null}
      </div>
    );
  }
  const words = note.trim() === '' ? {} : { note: note.trim() };
  return (
    <div className="stack stack-8">
      <Textarea label={texts.note} rows={2} {...controlled(note, setNote)} />
      <SendError error={approve.error} />
      <div className="row">
        <Button loading={approve.isPending} onClick={() => approve.mutate({ digest: of.digest, ...words })}>
          {texts.approve(shortCode(of.digest))}
        </Button>
        <ReasonButton
          to="/api/v1/approvals/{id}/refuse"
          options={{ path, toast: common.toastDeclined }}
          title={texts.refuse}
          effect={texts.refuseEffect}
          readBy={texts.readBy}
          confirm={common.decline}
        >
          {texts.refuse}
        </ReasonButton>
        <span className="small dim">{texts.kept}</span>
      </div>
    </div>
  );
}
