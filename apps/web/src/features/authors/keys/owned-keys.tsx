import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SigningKeyView } from '../../../api/schema.js';
import { EmptyState, SendError, StatusBadge } from '../../../components/feedback/feedback.js';
import { MemberMay } from '../../../components/feedback/member-may.js';
import type { Sent } from '../../../components/forms/send-dialog.js';
import { SecretReveal } from '../../../components/forms/secret-reveal.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { When } from '../../../components/values/values.js';
import { texts } from '../texts/keys.js';
import { common } from '../../../text/common.js';
import { Countdown } from './countdown.js';

export const SECRET_VARIABLE = 'PLATFORM_AGENT_SECRET';

export interface RotateProps {
  mode: 'overlap' | 'leaked';
  /** The secret that is ending already, if one is. */
  overlap: SigningKeyView | undefined;
  onRotated: (issued: { secret: string }) => void;
}

interface OwnedKeysProps {
  rows: readonly SigningKeyView[];
  issue: Sent & { mutate: () => void };
  /** A secret that was issued just now, shown until it is stored. */
  secret: string | null;
  onSecret: (secret: string | null) => void;
  empty: string;
  /** When an overlap has ended. */
  onEnd: () => void;
  rotate: (props: RotateProps) => ReactNode;
  /** The dialog that ends the older one now; null for who may not. */
  end: ((ending: SigningKeyView) => ReactNode) | null;
  /** Where the secret can be stored, in the sandbox. */
  console?: string | null;
}

/** The secrets of one owner: issued, shown once, rotated with overlap, the older one ended. */
export function OwnedKeys({ rows, issue, empty, onEnd, rotate, end, ...props }: OwnedKeysProps) {
  const overlap = rows.find((key) => key.state === 'retiring');
  const dialog = (mode: RotateProps['mode']) =>
    rotate({ mode, overlap, onRotated: (issued) => props.onSecret(issued.secret) });
  return (
    <>
      <MemberMay do="develop">
        <div className="row">
          {rows.some((key) => key.state === 'active') ? (
            <>
              <DialogButton variant="filled" dialog={dialog('overlap')}>
                {common.rotateSecret}
              </DialogButton>
              <DialogButton dialog={dialog('leaked')}>{common.reportALeak}</DialogButton>
            </>
          ) : (
            <Button loading={issue.isPending} onClick={() => issue.mutate()}>
              {texts.ownedKeys.issueSecret}
            </Button>
          )}
        </div>
      </MemberMay>
      <SendError error={issue.error} />
      {rows.length === 0 ? <EmptyState>{empty}</EmptyState> : <KeyTable rows={rows} onEnd={onEnd} end={end} />}
      {props.secret ? (
        <SecretReveal
          secret={props.secret}
          variable={SECRET_VARIABLE}
          console={props.console}
          onStored={() => props.onSecret(null)}
        />
      ) : null}
    </>
  );
}

function KeyTable({ rows, onEnd, end }: Pick<OwnedKeysProps, 'rows' | 'onEnd' | 'end'>) {
  const act = {
    id: 'end',
    cell: (key: SigningKeyView) =>
      key.state === 'retiring' && end ? (
        <DialogButton dialog={end(key)}>{texts.ownedKeys.endNow(key.label)}</DialogButton>
      ) : null,
  };
  return (
    <DataTable
      label={common.signingSecrets}
      rows={rows}
      titles={texts.ownedKeys.columns}
      columns={[
        { id: 'name', cell: (key) => key.label },
        { id: 'fingerprint', cell: (key) => <code>{key.fingerprint}</code> },
        { id: 'created', cell: (key) => <When at={key.created_at} /> },
        { id: 'used', cell: (key) => <When last at={key.last_used_at} /> },
        {
          id: 'state',
          cell: (key) => (
            <StatusBadge
              kind="secret"
              code={key.state}
              detail={
                key.valid_until && key.state === 'retiring' ? (
                  <Countdown until={key.valid_until} onEnd={onEnd} />
                ) : undefined
              }
            />
          ),
        },
        ...(end && rows.some((key) => key.state === 'retiring') ? [act] : []),
      ]}
    />
  );
}
