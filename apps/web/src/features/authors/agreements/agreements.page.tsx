import { Button, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useGet, useSend } from '../../../api/hooks.js';
import { Id } from '../../../components/values/copy.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Card, Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Alert, SendError } from '../../../components/feedback/states.js';
import { ToneBadge } from '../../../components/feedback/status-badge.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { formatCount, formatUtc } from '../../../lib/format.js';
import { serverNowMs } from '../../../lib/server-time.js';
import { useForm } from '../../../lib/use-form.js';

const AGREEMENTS = '/api/v1/admin/agreements';
const DAY_MS = 86_400_000;

/** A day as a date field has it, some days from today by business time, UTC. */
const dayFromNow = (days: number): string => new Date(serverNowMs() + days * DAY_MS).toISOString().slice(0, 10);
const startOf = (day: string): string => `${day}T00:00:00Z`;
const blank = (): Record<'version' | 'effective_at' | 'sign_until' | 'summary' | 'text', string> => ({
  version: '',
  effective_at: dayFromNow(1),
  sign_until: dayFromNow(31),
  summary: '',
  text: '',
});

/** The texts of the developer agreement, who has signed which, and the way to a new one. */
export function AgreementsPage(): ReactNode {
  const agreements = useGet(AGREEMENTS);
  return (
    <Page title="Developer agreement">
      <Resource of={agreements} page>
        {({ items }) => (
          <>
            <DataTable
              label="Texts of the agreement"
              rows={items}
              rowKey={(row) => row.version}
              columns={[
                {
                  id: 'version',
                  title: 'Version',
                  cell: (row) => (
                    <span className="row">
                      {row.version} {row.in_force ? <ToneBadge tone="ok">In force</ToneBadge> : null}
                    </span>
                  ),
                },
                { id: 'from', title: 'From (UTC)', cell: (row) => formatUtc(row.effective_at) },
                {
                  id: 'until',
                  title: 'Sign by (UTC)',
                  cell: (row) => (row.sign_until === null ? 'No deadline' : formatUtc(row.sign_until)),
                },
                {
                  id: 'signed',
                  title: 'Signed',
                  cell: (row) => <span className="num">{formatCount(row.signed)}</span>,
                },
                {
                  id: 'unsigned',
                  title: 'Not signed',
                  cell: (row) => <span className="num">{formatCount(row.unsigned)}</span>,
                },
                { id: 'digest', title: 'Digest', cell: (row) => <Id value={row.digest} what="digest" /> },
              ]}
            />
            <NewAgreement />
          </>
        )}
      </Resource>
    </Page>
  );
}

function NewAgreement(): ReactNode {
  const toast = useToast();
  const [sure, setSure] = useState(false);
  const publish = useSend(AGREEMENTS, {
    onDone: (all) => {
      setSure(false);
      toast(`Version ${all.items[0]?.version ?? ''} is published.`);
    },
  });
  const form = useForm(blank(), publish.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!sure) return setSure(true);
    const { version, effective_at, sign_until, summary, text } = form.values;
    publish.mutate({
      version,
      text,
      summary: summary.split('\n').filter((line) => line.trim() !== ''),
      effective_at: startOf(effective_at),
      sign_until: startOf(sign_until),
    });
  };
  return (
    <Card title="Publish a new version">
      <form className="stack" onSubmit={submit} noValidate>
        <SendError error={publish.error} rest={form.rest} />
        <TextInput label="Version" description="For example 2027-01." {...form.field('version')} />
        <TextInput
          label="Takes effect"
          description="Start of the day, UTC."
          type="date"
          {...form.field('effective_at')}
        />
        <TextInput
          label="Sign by"
          description="At least 14 days later. After that, new submissions and secrets require the signature. Installs and payouts do not."
          type="date"
          {...form.field('sign_until')}
        />
        <Textarea
          label="Summary"
          description="Shown to authors first. One sentence per clause, each on its own line."
          rows={4}
          {...form.field('summary')}
        />
        <Textarea
          label="Text"
          description="The full text. It cannot be changed later."
          rows={10}
          {...form.field('text')}
        />
        {sure ? (
          <Alert tone="warn">
            It cannot be changed or withdrawn, and all authors are notified by email. Press again to publish.
          </Alert>
        ) : null}
        <div>
          <Button type="submit" loading={publish.isPending}>
            {sure ? 'Publish now' : 'Publish'}
          </Button>
        </div>
      </form>
    </Card>
  );
}
