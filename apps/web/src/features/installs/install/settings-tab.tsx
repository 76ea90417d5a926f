import { Checkbox, Textarea } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useGet, useSend, type InstallSettingsView, type InstallView } from '../../../api/hooks.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Alert, Loading } from '../../../components/feedback/feedback.js';
import { EditError, expectedRevision, useEdited } from '../../../components/forms/edit-error.js';
import { Card, NamedFacts } from '../../../components/layout/page.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { When } from '../../../components/values/values.js';
import { visible } from '../../../lib/visible.js';
import { controlled } from '../../../lib/use-form.js';
import { texts as areaTexts } from '../texts/install-detail.js';
import { namedValues } from './named-values.js';
import { common, rich } from '../../../text/common.js';

const texts = areaTexts.settingsTab;

const SchemaForm = lazy(() => import('../../../schema-form/schema-form.js'));

const SETTINGS = '/api/v1/operator/installs/{id}/settings';
type Values = Record<string, unknown>;

/** The settings of an install: its form, whether the plugin has them, and who changed what. */
export function SettingsTab({ install }: { install: InstallView }) {
  const settings = useGet(SETTINGS, { path: { id: install.id } }, { refreshMs: 10_000 });
  const { round, reload } = useEdited(settings);
  return (
    <Resource of={settings} what={texts.names.settings}>
      {(view) =>
        view.config_schema ? (
          <div className="stack">
            <Card title={common.settings}>
              <Delivery settings={view} />
              {install.state === 'active' ? (
                <Editor key={round} settings={view} schema={view.config_schema} onTheirs={reload} />
              ) : (
                <NamedFacts items={namedValues(view.config)} />
              )}
            </Card>
            <Card title={common.historyTitle}>
              <History settings={view} schema={view.config_schema} />
            </Card>
          </div>
        ) : (
          <p className="dim">{common.thisPluginHasNoSettings}</p>
        )
      }
    </Resource>
  );
}

/** Whether the plugin has the newest settings, in one sentence. */
function Delivery({ settings: { notifies_plugin: notifies, delivery, version } }: { settings: InstallSettingsView }) {
  if (!notifies) return <Alert tone="info">{texts.readsAtInstall}</Alert>;
  if (!delivery) return <p className="dim">{texts.notified}</p>;
  if (delivery.confirmed_at && delivery.version === version)
    return <p className="dim">{rich(texts.confirmed, { version, time: <When at={delivery.confirmed_at} /> })}</p>;
  return (
    <Alert tone={delivery.failure ? 'warn' : 'info'}>
      {delivery.failure
        ? rich(texts.failed, {
            failure: visible(delivery.failure),
            attempts: delivery.attempts,
            time: <When at={delivery.next_try_at} />,
          })
        : texts.waiting(delivery.version)}
    </Alert>
  );
}

interface EditorProps {
  settings: InstallSettingsView;
  schema: Values;
  onTheirs: () => void;
}

function Editor({ settings, schema, onTheirs }: EditorProps) {
  // The version being edited stays, whatever is read in the background.
  const [looked, setLooked] = useState(settings);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [reason, setReason] = useState('');
  const change = useSend(SETTINGS, {
    path: { id: settings.install_id },
    toast: texts.toast,
    onDone: (saved) => {
      setLooked(saved);
      setRemoved([]);
      setReason('');
    },
  });
  const kept = looked.secrets.filter((pointer) => !removed.includes(pointer));
  return (
    <>
      <Suspense fallback={<Loading />}>
        <SchemaForm
          key={looked.version}
          schema={schema}
          value={looked.config as Values}
          kept={kept}
          submitText={texts.save}
          loading={change.isPending}
          onSubmit={(config) =>
            change.mutate({
              config: withRemoved(config, removed),
              expected_version: Number(expectedRevision(String(looked.version), change.error)),
              ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
            })
          }
        />
      </Suspense>
      {looked.secrets.map((pointer) => (
        <Checkbox
          key={pointer}
          label={texts.removeSecret(titleOf(schema, pointer))}
          checked={removed.includes(pointer)}
          onChange={(event) =>
            setRemoved(event.currentTarget.checked ? [...removed, pointer] : removed.filter((one) => one !== pointer))
          }
        />
      ))}
      <Textarea
        label={texts.reasonLabel}
        description={texts.reasonHelp}
        maxLength={500}
        autosize
        {...controlled(reason, setReason)}
      />
      <EditError
        error={change.error}
        labels={Object.fromEntries(
          (change.error?.details ?? []).map(({ pointer }) => [
            pointer.slice(1),
            titleOf(schema, pointer.replace(/^\/config/, '')),
          ]),
        )}
        onTheirs={onTheirs}
        rest={change.error?.details
          .map(({ pointer, message }) => `${titleOf(schema, pointer.replace(/^\/config/, ''))}: ${message}`)
          .join(' ')}
      />
    </>
  );
}

const keysOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** A secret that is to be removed is sent as null, unless a new one was entered. */
function withRemoved(config: Values, removed: readonly string[]): Values {
  const whole = structuredClone(config);
  for (const pointer of removed) {
    const keys = keysOf(pointer);
    const last = keys.pop()!;
    let at = whole;
    for (const key of keys) at = (at[key] ??= {}) as Values;
    at[last] ??= null;
  }
  return whole;
}

/** A field as its form calls it: titles where there are any. */
function titleOf(schema: Values, pointer: string): string {
  let at: unknown = schema;
  const words = keysOf(pointer).map((key) => {
    at = (at as { properties?: Values } | undefined)?.properties?.[key];
    const title = (at as { title?: unknown } | undefined)?.title;
    return typeof title === 'string' && title !== '' ? title : key;
  });
  return visible(words.join(' → '));
}

function History({ settings, schema }: { settings: InstallSettingsView; schema: Values }) {
  return (
    <DataTable
      label={texts.historyLabel}
      rows={settings.versions}
      rowKey={(one) => String(one.version)}
      titles={texts.columns}
      columns={[
        { id: 'version', right: true, cell: (one) => one.version },
        { id: 'at', cell: (one) => <When at={one.changed_at} /> },
        { id: 'by', cell: (one) => visible(one.changed_by ?? texts.byItself) },
        { id: 'plugin', cell: (one) => one.plugin_version },
        {
          id: 'changes',
          cell: (one) => (
            <ul>
              {one.changes.map(({ pointer, before, after, secret }) => (
                <li key={pointer}>
                  {secret
                    ? texts.secretChanged(titleOf(schema, pointer))
                    : texts.changed(titleOf(schema, pointer), shown(before), shown(after))}
                </li>
              ))}
            </ul>
          ),
        },
        { id: 'reason', cell: (one) => visible(one.reason ?? '') },
      ]}
    />
  );
}

const shown = (json: string | null): string => (json === null ? common.none : visible(json));
