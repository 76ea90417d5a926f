import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { upload } from '../../../api/calls.js';
import type { ApiError } from '../../../api/errors.js';
import { useGet, useSend } from '../../../api/hooks.js';
import type { ClaimEvidence } from '../../../api/views.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Dialog } from '../../../components/layout/dialog.js';
import { Card } from '../../../components/layout/page.js';
import { SendError } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { formatUtcDate } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';

const LIST = '/api/v1/author/drives/{driveId}/evidence';
const TYPES = 'application/pdf,image/png,image/jpeg';

const fileHref = (driveId: string, id: string): string => `/api/v1/author/drives/${driveId}/evidence/${id}/file`;

/** What stands behind the claims about regulated data, and until when; nothing without claims. */
export function DriveEvidence({ driveId }: { driveId: string }): ReactNode {
  const list = useGet(LIST, { path: { driveId } });
  const [giving, setGiving] = useState<ClaimEvidence | null>(null);
  const items = list.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Card title="Evidence of compliance claims">
      <p className="small dim">Only reviewers can see these files. We remind you 30 and 7 days before one expires.</p>
      <DataTable
        label="Evidence of compliance claims"
        rows={items}
        rowKey={(row) => row.claim}
        columns={[
          { id: 'claim', title: 'Claim', wrap: true, cell: (row) => visible(row.text) },
          {
            id: 'state',
            title: 'Status',
            cell: (row) => (row.claimed ? <StatusBadge kind="evidence" code={row.state} /> : 'claim removed'),
          },
          {
            id: 'file',
            title: 'File',
            wrap: true,
            cell: ({ evidence }) =>
              evidence ? (
                <a href={fileHref(driveId, evidence.id)} download>
                  {visible(evidence.file_name)}
                </a>
              ) : (
                'none'
              ),
          },
          {
            id: 'until',
            title: 'Valid until',
            cell: ({ evidence }) => (evidence ? formatUtcDate(evidence.valid_until) : ''),
          },
          { id: 'before', title: 'Before', right: true, cell: (row) => row.earlier.length },
          {
            id: 'act',
            title: 'Actions',
            cell: (row) => (
              <div className="row">
                {row.claimed ? (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`${row.evidence ? 'Replace' : 'Upload file'}: ${visible(row.text)}`}
                    onClick={() => setGiving(row)}
                  >
                    {row.evidence ? 'Replace' : 'Upload file'}
                  </Button>
                ) : null}
                {row.evidence ? <Withdraw driveId={driveId} id={row.evidence.id} text={row.text} /> : null}
              </div>
            ),
          },
        ]}
      />
      {giving ? <Give driveId={driveId} claim={giving} onClose={() => setGiving(null)} /> : null}
    </Card>
  );
}

function Withdraw({ driveId, id, text }: { driveId: string; id: string; text: string }): ReactNode {
  const toast = useToast();
  const withdraw = useSend('/api/v1/author/drives/{driveId}/evidence/{evidenceId}/withdraw', {
    path: { driveId, evidenceId: id },
    onDone: () => toast('Withdrawn. The file is kept on record.'),
  });
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Withdraw: ${visible(text)}`}
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate(undefined as never)}
      >
        Withdraw
      </Button>
      <SendError error={withdraw.error} />
    </>
  );
}

function Give({ driveId, claim, onClose }: { driveId: string; claim: ClaimEvidence; onClose: () => void }): ReactNode {
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
      toast('Uploaded. Reviewers see it with the claim.');
      onClose();
      return client.invalidateQueries();
    },
  });
  return (
    <Dialog open title={`Evidence: ${visible(claim.text)}`} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (file) give.mutate(file);
        }}
      >
        <div className="stack stack-4">
          <label htmlFor={id}>File (PDF, PNG or JPEG, at most 5 MiB)</label>
          <input
            id={id}
            type="file"
            accept={TYPES}
            required
            onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
          />
        </div>
        <TextInput
          label="Valid until (UTC)"
          type="date"
          required
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
        <SendError error={give.error} />
        <div className="row">
          <Button type="submit" loading={give.isPending}>
            Upload file
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
