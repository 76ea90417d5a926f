import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useGet, useSend, type DocumentVersionView } from '../../api/hooks.js';
import { SendError } from '../../components/feedback/feedback.js';
import { ResourcePage } from '../../components/feedback/resource.js';
import { Card } from '../../components/layout/page.js';
import { formatUtc } from '../../lib/format.js';
import { controlled, submitting, useForm } from '../../lib/use-form.js';
import { DocumentText } from './document.page.js';
import { common } from '../../text/common.js';
import { texts } from './texts.js';

type Kind = DocumentVersionView['kind'];
const KINDS: readonly Kind[] = ['terms', 'privacy', 'contact'];
const t = texts.admin;

/** Terms, privacy and contact: written, previewed and published by an admin, with every version. */
export function DocumentsPage() {
  const documents = useGet('/api/v1/admin/documents');
  const [kind, setKind] = useState<Kind>('terms');
  return (
    <ResourcePage of={documents} title={common.documents}>
      {({ items }) => {
        const newest = items.find((one) => one.kind === kind);
        return (
          <>
            <p className="dim">{t.explanation}</p>
            <NativeSelect
              label={t.kindLabel}
              data={KINDS.map((value) => ({ value, label: texts.titles[value] }))}
              {...controlled(kind, setKind)}
            />
            <Editor key={`${kind} ${newest?.version ?? 0}`} kind={kind} newest={newest} />
            <Card title={t.historyTitle}>
              {items.length === 0 ? <p className="dim">{t.empty}</p> : null}
              {items.map((one) => (
                <details key={`${one.kind} ${one.version}`}>
                  <summary>
                    {t.entry(texts.titles[one.kind], one.version, formatUtc(one.published_at), one.published_by_name)}
                  </summary>
                  <DocumentText text={one.text} />
                </details>
              ))}
            </Card>
          </>
        );
      }}
    </ResourcePage>
  );
}

function Editor({ kind, newest }: { kind: Kind; newest: DocumentVersionView | undefined }) {
  const title = texts.titles[kind];
  const replaces = newest?.version ?? 0;
  const publish = useSend('/api/v1/admin/documents/{kind}', {
    path: { kind },
    toast: t.toast(title, replaces + 1),
  });
  const form = useForm({ text: newest?.text ?? '' }, publish.error);
  return (
    <div className="detail-columns">
      <form
        className="card stack"
        onSubmit={submitting(() => publish.mutate({ text: form.values.text, replaces }))}
        noValidate
      >
        <SendError error={publish.error} rest={form.rest} />
        <Textarea label={t.textLabel} description={t.textHelp} rows={16} {...form.field('text')} />
        <div>
          <Button type="submit" loading={publish.isPending}>
            {t.publish(title, replaces + 1)}
          </Button>
        </div>
      </form>
      <Card title={t.previewTitle}>
        <DocumentText text={form.values.text} />
      </Card>
    </div>
  );
}
