import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useMemberMay } from '../../../components/feedback/member-may.js';
import { upload } from '../../../api/calls.js';
import type { ApiError } from '../../../api/errors.js';
import { useGet, type ClaimEvidenceView } from '../../../api/hooks.js';
import { EvidenceFile } from '../../../components/drives/evidence-file.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { PostButton } from '../../../components/forms/post-button.js';
import { Dialog } from '../../../components/layout/dialog.js';
import { Card } from '../../../components/layout/page.js';
import { SendError, StatusBadge } from '../../../components/feedback/feedback.js';
import { useToast } from '../../../components/feedback/toast-context.js';
import { formatUtcDate } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';
import { controlled, submitting } from '../../../lib/use-form.js';
import { texts } from '../texts/evidence.js';
import { common } from '../../../text/common.js';

const LIST = '/api/v1/author/drives/{driveId}/evidence';
const TYPES = 'application/pdf,image/png,image/jpeg';

/** Evidence of the claims about regulated data, and until when it is valid; nothing without claims. */
export function DriveEvidence({ driveId }: { driveId: string }) {
  const list = useGet(LIST, { path: { driveId } });
  const develops = useMemberMay('develop');
  const items = list.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Card title={texts.driveEvidence.title}>
      <p className="small dim">{texts.driveEvidence.explanation}</p>
      <DataTable
        label={texts.driveEvidence.title}
        rows={items}
        rowKey={(row) => row.claim}
        titles={texts.driveEvidence.columns}
        columns={[
          { id: 'claim', cell: (row) => visible(row.text) },
          {
            id: 'state',
            cell: (row) =>
              row.claimed ? <StatusBadge kind="evidence" code={row.state} /> : texts.driveEvidence.claimRemoved,
          },
          {
            id: 'file',
            cell: (row) => <EvidenceFile of={row.evidence} at={`/api/v1/author/drives/${driveId}/evidence`} />,
          },
          { id: 'until', cell: ({ evidence }) => (evidence ? formatUtcDate(evidence.valid_until) : '') },
          {
            id: 'accepted',
            cell: ({ state, evidence, earlier: [last] }) =>
              state === 'rejected'
                ? visible(last?.end_reason ?? '', true)
                : evidence?.accepted_until &&
                  texts.driveEvidence.acceptedUntil(
                    formatUtcDate(evidence.accepted_until),
                    evidence.accepted_by_two_until !== null,
                  ),
          },
          { id: 'before', right: true, cell: (row) => row.earlier.length },
          ...(develops
            ? [
                {
                  id: 'act',
                  cell: (row: ClaimEvidenceView) => (
                    <div className="row">
                      {row.claimed ? (
                        <DialogButton
                          size="compact-sm"
                          aria-label={`${row.evidence ? texts.driveEvidence.replace : common.uploadFile}: ${visible(row.text)}`}
                          dialog={(close) => <Give driveId={driveId} claim={row} onClose={close} />}
                        >
                          {row.evidence ? texts.driveEvidence.replace : common.uploadFile}
                        </DialogButton>
                      ) : null}
                      {row.evidence ? (
                        <PostButton
                          size="compact-sm"
                          aria-label={texts.driveEvidence.withdrawLabel(visible(row.text))}
                          to="/api/v1/author/drives/{driveId}/evidence/{evidenceId}/withdraw"
                          options={{
                            path: { driveId, evidenceId: row.evidence.id },
                            toast: texts.driveEvidence.withdrawToast,
                          }}
                          body={undefined as never}
                        >
                          {common.withdraw}
                        </PostButton>
                      ) : null}
                    </div>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Card>
  );
}

function Give({ driveId, claim, onClose }: { driveId: string; claim: ClaimEvidenceView; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [until, setUntil] = useState('');
  const id = useId();
  const client = useQueryClient();
  const toast = useToast();
  const give = useMutation<unknown, ApiError, File>({
    mutationFn: (given) =>
      upload(
        LIST,
        {
          path: { driveId },
          query: { claim: claim.claim, file_name: given.name, valid_until: `${until}T00:00:00Z` },
        },
        given,
      ),
    onSuccess: () => {
      toast(texts.driveEvidence.giveToast);
      onClose();
      return client.invalidateQueries();
    },
  });
  return (
    <Dialog title={texts.driveEvidence.giveDialogTitle(visible(claim.text))} onClose={onClose}>
      <form
        className="stack"
        onSubmit={submitting(() => {
          if (file) give.mutate(file);
        })}
      >
        <div className="stack stack-4">
          <label htmlFor={id}>{texts.driveEvidence.fileLabel}</label>
          <input
            id={id}
            type="file"
            accept={TYPES}
            required
            onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
          />
        </div>
        <TextInput label={common.validUntilUtc} type="date" required {...controlled(until, setUntil)} />
        <SendError error={give.error} />
        <div className="row">
          <Button type="submit" loading={give.isPending}>
            {common.uploadFile}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
