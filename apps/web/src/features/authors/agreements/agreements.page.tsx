import { Button, TextInput, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useGet, useSend } from '../../../api/hooks.js';
import { Id } from '../../../components/values/values.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Card } from '../../../components/layout/page.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { Alert, SendError, ToneBadge } from '../../../components/feedback/feedback.js';
import { formatCount, formatUtc } from '../../../lib/format.js';
import { serverNowMs } from '../../../lib/server-time.js';
import { useForm, submitting } from '../../../lib/use-form.js';
import { texts } from '../texts/agreements.js';
import { common } from '../../../text/common.js';

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
    <ResourcePage of={agreements} title={common.developerAgreement}>
      {({ items }) => (
        <>
          <DataTable
            label={texts.agreements.tableLabel}
            rows={items}
            rowKey={(row) => row.version}
            titles={texts.agreements.columns}
            columns={[
              {
                id: 'version',
                cell: (row) => (
                  <span className="row">
                    {row.version} {row.in_force ? <ToneBadge tone="ok">{texts.agreements.inForce}</ToneBadge> : null}
                  </span>
                ),
              },
              { id: 'from', cell: (row) => formatUtc(row.effective_at) },
              {
                id: 'until',
                cell: (row) => (row.sign_until === null ? texts.agreements.noDeadline : formatUtc(row.sign_until)),
              },
              { id: 'signed', cell: (row) => <span className="num">{formatCount(row.signed)}</span> },
              { id: 'unsigned', cell: (row) => <span className="num">{formatCount(row.unsigned)}</span> },
              { id: 'digest', cell: (row) => <Id value={row.digest} what={common.digestInText} /> },
            ]}
          />
          <NewAgreement />
        </>
      )}
    </ResourcePage>
  );
}

function NewAgreement(): ReactNode {
  const [sure, setSure] = useState(false);
  const publish = useSend(AGREEMENTS, {
    toast: (all) => texts.agreements.newAgreementToast(all.items[0]?.version ?? ''),
    onDone: () => setSure(false),
  });
  const form = useForm(blank(), publish.error);
  const submit = submitting(() => {
    if (!sure) return setSure(true);
    const { version, effective_at, sign_until, summary, text } = form.values;
    publish.mutate({
      version,
      text,
      summary: summary.split('\n').filter((line) => line.trim() !== ''),
      effective_at: startOf(effective_at),
      sign_until: startOf(sign_until),
    });
  });
  return (
    <Card title={texts.agreements.newAgreementTitle}>
      <form className="stack" onSubmit={submit} noValidate>
        <SendError error={publish.error} rest={form.rest} />
        <TextInput label={common.version} description={texts.agreements.versionHelp} {...form.field('version')} />
        <TextInput
          label={texts.agreements.takesEffectLabel}
          description={texts.agreements.takesEffectHelp}
          type="date"
          {...form.field('effective_at')}
        />
        <TextInput
          label={texts.agreements.signByLabel}
          description={texts.agreements.signByHelp}
          type="date"
          {...form.field('sign_until')}
        />
        <Textarea
          label={texts.agreements.summaryLabel}
          description={texts.agreements.summaryHelp}
          rows={4}
          {...form.field('summary')}
        />
        <Textarea
          label={texts.agreements.textLabel}
          description={texts.agreements.textHelp}
          rows={10}
          {...form.field('text')}
        />
        {sure ? <Alert tone="warn">{texts.agreements.newAgreementNotice}</Alert> : null}
        <Button type="submit" loading={publish.isPending}>
          {sure ? common.publishNow : texts.agreements.publish}
        </Button>
      </form>
    </Card>
  );
}
