import { Button, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import template from '../../../../../../docs/agreement-template.md?raw';
import { useGet, useSend } from '../../../api/hooks.js';
import { Id } from '../../../components/values/values.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Card } from '../../../components/layout/page.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { Alert, EmptyState, SendError, ToneBadge } from '../../../components/feedback/feedback.js';
import { formatCount, formatUtc } from '../../../lib/format.js';
import { serverNowMs } from '../../../lib/server-time.js';
import { useForm, submitting } from '../../../lib/use-form.js';
import { texts } from '../texts/agreements.js';
import { common } from '../../../text/common.js';

const [, summaryOfTemplate = '', textOfTemplate = ''] = template.split(/^## .*\n+/m);
const TEMPLATE = {
  summary: summaryOfTemplate.trim().replaceAll(/^- /gm, ''),
  text: textOfTemplate.replaceAll(/^```.*\n/gm, ''),
};
const AGREEMENTS = '/api/v1/admin/agreements';
const DAY_MS = 86_400_000;

/** A day as a date field has it, some days from today by business time, UTC. */
const dayFromNow = (days: number): string => new Date(serverNowMs() + days * DAY_MS).toISOString().slice(0, 10);
const startOf = (day: string): string | undefined => (day === '' ? undefined : `${day}T00:00:00Z`);
const BLANK = /\[\[(.+?)\]\]/g;
const blanksOf = (text: string): string[] => [...new Set([...text.matchAll(BLANK)].map((one) => one[1] ?? ''))];
const blank = (first: boolean): Record<'version' | 'effective_at' | 'sign_until' | 'summary' | 'text', string> => ({
  version: '',
  effective_at: first ? '' : dayFromNow(1),
  sign_until: first ? '' : dayFromNow(31),
  summary: '',
  text: '',
});

/** The texts of the developer agreement, who has signed which, and the way to a new one. */
export function AgreementsPage() {
  const agreements = useGet(AGREEMENTS);
  return (
    <ResourcePage of={agreements} title={common.developerAgreement}>
      {({ items }) => (
        <>
          {items.some((one) => one.in_force) ? null : <Alert tone="warn">{texts.agreements.noneInForce}</Alert>}
          <DataTable
            label={texts.agreements.tableLabel}
            empty={<EmptyState>{texts.agreements.empty}</EmptyState>}
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
          <NewAgreement key={items.length} first={items.length === 0} />
        </>
      )}
    </ResourcePage>
  );
}

function NewAgreement({ first }: { first: boolean }) {
  const [sure, setSure] = useState(false);
  const [filled, setFilled] = useState<Record<string, string>>({});
  const publish = useSend(AGREEMENTS, {
    toast: (all) => texts.agreements.newAgreementToast(all.items[0]?.version ?? ''),
    onDone: () => setSure(false),
  });
  const form = useForm(blank(first), publish.error);
  const submit = submitting(() => {
    if (!sure) return setSure(true);
    const { version, effective_at, sign_until, summary, text } = form.values;
    publish.mutate({
      version,
      text: text.replaceAll(BLANK, (hole, name: string) => filled[name]?.trim() || hole),
      summary: summary.split('\n').filter((line) => line.trim() !== ''),
      effective_at: startOf(effective_at),
      sign_until: startOf(sign_until),
    });
  });
  return (
    <Card title={texts.agreements.newAgreementTitle}>
      <form className="stack" onSubmit={submit} noValidate>
        <SendError error={publish.error} rest={form.rest} />
        <div className="row">
          <Button variant="default" onClick={() => form.set(TEMPLATE)}>
            {texts.agreements.useTemplate}
          </Button>
          <span className="dim grow">{texts.agreements.templateHelp}</span>
        </div>
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
        {blanksOf(form.values.text).map((name) => (
          <TextInput
            key={name}
            label={`${name[0]?.toUpperCase()}${name.slice(1)}`}
            value={filled[name] ?? ''}
            onChange={(event) => setFilled({ ...filled, [name]: event.currentTarget.value })}
          />
        ))}
        {sure ? <Alert tone="warn">{texts.agreements.newAgreementNotice}</Alert> : null}
        <Button type="submit" loading={publish.isPending}>
          {sure ? common.publishNow : texts.agreements.publish}
        </Button>
      </form>
    </Card>
  );
}
