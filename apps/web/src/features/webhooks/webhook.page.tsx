import { Button, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useGet, useList, useRemove, useSend, useUpdate } from '../../api/hooks.js';
import type { WebhookMessage, WebhookView } from '../../api/views.js';
import { Id } from '../../components/values/copy.js';
import { ListTable } from '../../components/tables/data-table.js';
import { Dialog } from '../../components/layout/dialog.js';
import { EditError, expectedRevision, useEdited } from '../../components/forms/edit-error.js';
import { Card, Facts, Page } from '../../components/layout/page.js';
import { Resource } from '../../components/feedback/resource.js';
import { SecretReveal } from '../../components/forms/secret-reveal.js';
import { Alert, EmptyState, SendError } from '../../components/feedback/states.js';
import { StatusBadge } from '../../components/feedback/status-badge.js';
import { useToast } from '../../components/feedback/toasts.js';
import { When } from '../../components/values/when.js';
import { WhyNot } from '../../components/feedback/why-not.js';
import { keepFocus } from '../../lib/keep-focus.js';
import { useParam, useUrlState } from '../../lib/url-state.js';
import { EventChoice, WEBHOOK_SECRET, WEBHOOKS } from './webhooks.page.js';

/** One webhook: what it is told, its secret, and every message with its attempts. */
export function WebhookPage(): ReactNode {
  const id = useParam('id');
  const webhooks = useGet(WEBHOOKS, {}, { refreshMs: 5_000 });
  const { round, reload } = useEdited(webhooks);
  return (
    <Page title="Webhook">
      <Resource of={webhooks} page>
        {({ items }) => {
          const webhook = items.find((one) => one.id === id);
          return webhook ? (
            <Webhook webhook={webhook} round={round} reload={reload} />
          ) : (
            <EmptyState>This webhook was removed, or it is not yours.</EmptyState>
          );
        }}
      </Resource>
    </Page>
  );
}

const LABELS = { event_types: 'Events', active: 'Turned on', url: 'Address', description: 'Purpose' };

type Open = 'rotate' | 'leaked' | 'remove' | null;

interface WebhookProps {
  webhook: WebhookView;
  round: number;
  reload: () => void;
}

function Webhook({ webhook, round, reload }: WebhookProps): ReactNode {
  const toast = useToast();
  const navigate = useNavigate();
  const path = { id: webhook.id };
  const [open, setOpen] = useState<Open>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = (): void => setOpen(null);
  const change = useUpdate('/api/v1/author/webhooks/{id}', {
    path,
    onDone: (now) => toast(now.state === 'active' ? 'Webhook turned on.' : 'Webhook turned off.'),
  });
  const test = useSend('/api/v1/author/webhooks/{id}/test', {
    path,
    onDone: () => toast('Test message sent. It appears below within seconds.'),
  });
  const rotate = useSend('/api/v1/author/webhooks/{id}/rotate', {
    path,
    onDone: (made) => {
      close();
      setSecret(made.secret);
    },
  });
  const remove = useRemove('/api/v1/author/webhooks/{id}', {
    path,
    onDone: () => {
      toast('Webhook removed.');
      void navigate({ to: '/author/webhooks' });
    },
  });
  const active = webhook.state === 'active';
  return (
    <div className="stack">
      {webhook.disabled_reason ? <Alert tone="warn">Turned off. {webhook.disabled_reason}</Alert> : null}
      <Card>
        <Facts
          items={[
            ['Address', webhook.url],
            ['Purpose', webhook.description || null],
            ['Status', <StatusBadge key="s" kind="webhook" code={webhook.state} />],
            ['Last delivery', <When key="l" at={webhook.last_delivered_at} />],
            [
              'Previous secret ends',
              webhook.previous_secret_ends_at ? <When key="p" at={webhook.previous_secret_ends_at} /> : null,
            ],
          ]}
        />
        <div className="row">
          <WhyNot reason={active ? null : 'Turn it on to send a test.'}>
            {(described) => (
              <Button loading={test.isPending} onClick={() => test.mutate()} {...described}>
                Send test
              </Button>
            )}
          </WhyNot>
          <Button
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate({ active: !active, revision: webhook.revision })}
          >
            {active ? 'Turn off' : 'Turn on'}
          </Button>
          <Button variant="default" onClick={() => setOpen('rotate')}>
            Rotate secret
          </Button>
          <Button variant="default" onClick={() => setOpen('leaked')}>
            Report a leak
          </Button>
          <Button variant="default" onClick={() => setOpen('remove')}>
            Remove
          </Button>
        </div>
        <SendError error={test.error} />
        <EditError
          error={change.error}
          labels={LABELS}
          onTheirs={() => {
            change.reset();
            reload();
          }}
        />
      </Card>
      <Events key={round} webhook={webhook} reload={reload} />
      <Messages webhookId={webhook.id} />
      {open === 'rotate' || open === 'leaked' ? (
        <Confirm
          title={open === 'leaked' ? 'Report a leaked secret' : 'Rotate the secret'}
          effect={
            open === 'leaked'
              ? 'A new secret is created and shown once. The old secret stops working now: your server rejects messages until it has the new one.'
              : `A new secret is created and shown once. For 24 hours, every message is signed with both secrets.${webhook.previous_secret_ends_at ? ' The previous secret stops working now.' : ''}`
          }
          confirm="Make a new secret"
          danger={open === 'leaked'}
          busy={rotate.isPending}
          error={rotate.error}
          onClose={close}
          onConfirm={() =>
            rotate.mutate({ leaked: open === 'leaked', force: webhook.previous_secret_ends_at !== null })
          }
        />
      ) : null}
      {open === 'remove' ? (
        <Confirm
          title="Remove this webhook"
          effect="No more messages are sent. Its secret and messages are deleted. This cannot be undone."
          confirm="Remove webhook"
          danger
          busy={remove.isPending}
          error={remove.error}
          onClose={close}
          onConfirm={() => remove.mutate()}
        />
      ) : null}
      {secret ? (
        <SecretReveal
          secret={secret}
          variable={WEBHOOK_SECRET}
          title="The new secret of this webhook"
          place="Store it where your server verifies messages."
          onStored={() => setSecret(null)}
        />
      ) : null}
    </div>
  );
}

interface ConfirmProps {
  title: string;
  effect: string;
  confirm: string;
  danger: boolean;
  busy: boolean;
  error: Parameters<typeof SendError>[0]['error'];
  onClose: () => void;
  onConfirm: () => void;
}

function Confirm({ title, effect, confirm, danger, busy, error, onClose, onConfirm }: ConfirmProps): ReactNode {
  return (
    <Dialog open title={title} onClose={onClose}>
      <p>{effect}</p>
      <SendError error={error} />
      <div className="dialog-actions">
        <Button variant="default" onMouseDown={keepFocus} onClick={onClose}>
          Cancel
        </Button>
        <Button color={danger ? 'red' : undefined} loading={busy} onMouseDown={keepFocus} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}

function Events({ webhook, reload }: { webhook: WebhookView; reload: () => void }): ReactNode {
  const toast = useToast();
  const events = useGet('/api/v1/author/webhooks/events');
  const [looked] = useState(webhook.revision);
  const [types, setTypes] = useState(webhook.event_types);
  const save = useUpdate('/api/v1/author/webhooks/{id}', {
    path: { id: webhook.id },
    onDone: () => {
      toast('Saved. Applies from the next event.');
      reload();
    },
  });
  const changed = [...types].sort().join() !== [...webhook.event_types].sort().join();
  return (
    <Card title="Events">
      <Resource of={events} what="the events">
        {({ items }) => <EventChoice events={items} value={types} onChange={setTypes} />}
      </Resource>
      <EditError error={save.error} labels={LABELS} onTheirs={reload} />
      <div>
        <WhyNot reason={types.length === 0 ? 'Choose at least one event.' : changed ? null : 'No changes yet.'}>
          {(described) => (
            <Button
              variant="default"
              {...described}
              loading={save.isPending}
              onClick={() =>
                save.mutate({ event_types: types as never, revision: expectedRevision(looked, save.error) })
              }
            >
              Save events
            </Button>
          )}
        </WhyNot>
      </div>
    </Card>
  );
}

const STATES = ['pending', 'delivered', 'failed'] as const;

function Messages({ webhookId }: { webhookId: string }): ReactNode {
  const [state, setState] = useUrlState('state', '');
  const [shown, setShown] = useState<WebhookMessage | null>(null);
  const query = STATES.some((one) => one === state) ? { state: state as (typeof STATES)[number] } : {};
  const list = useList(
    '/api/v1/author/webhooks/{id}/messages',
    { path: { id: webhookId }, query },
    { refreshMs: 5_000 },
  );
  return (
    <section className="stack stack-8">
      <h2>Messages</h2>
      <p className="dim">Kept for 30 days. Failed messages are retried up to ten times over three days.</p>
      <NativeSelect
        label="Status"
        value={state}
        data={[{ value: '', label: 'Any' }, ...STATES]}
        onChange={(event) => setState(event.currentTarget.value)}
      />
      <ListTable
        label="Messages"
        list={list}
        rowKey={(row) => row.id}
        empty={<EmptyState>{state ? 'No messages match this filter.' : 'No messages yet. Send test.'}</EmptyState>}
        columns={[
          { id: 'type', title: 'Event', cell: (row) => row.type },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="webhook_message" code={row.state} /> },
          { id: 'at', title: 'Happened', cell: (row) => <When at={row.created_at} /> },
          { id: 'tries', title: 'Attempts', right: true, cell: (row) => row.attempts.length },
          {
            id: 'last',
            title: 'Last response',
            cell: (row) => {
              const last = row.attempts.at(-1);
              return last ? `${last.problem ?? `HTTP ${last.status}`} in ${last.took_ms} ms` : 'none';
            },
          },
          { id: 'next', title: 'Next attempt', cell: (row) => <When at={row.next_attempt_at} /> },
          {
            id: 'act',
            title: 'Next step',
            cell: (row) => (
              <Button variant="default" onClick={() => setShown(row)}>
                Show
              </Button>
            ),
          },
        ]}
      />
      {shown ? <Message webhookId={webhookId} message={shown} onClose={() => setShown(null)} /> : null}
    </section>
  );
}

interface MessageProps {
  webhookId: string;
  message: WebhookMessage;
  onClose: () => void;
}

function Message({ webhookId, message, onClose }: MessageProps): ReactNode {
  const toast = useToast();
  const resend = useSend('/api/v1/author/webhooks/{id}/messages/{messageId}/resend', {
    path: { id: webhookId, messageId: message.id },
    onDone: () => {
      onClose();
      toast('Resending with the same ID.');
    },
  });
  return (
    <Dialog open title={message.type} onClose={onClose}>
      <p>
        webhook-id <Id value={message.id} />
      </p>
      <pre className="code-box" tabIndex={0}>
        {message.body}
      </pre>
      <ol>
        {message.attempts.map((attempt) => (
          <li key={attempt.n}>
            <When at={attempt.at} />: {attempt.problem ?? `HTTP ${attempt.status}`} in {attempt.took_ms} ms
          </li>
        ))}
      </ol>
      <SendError error={resend.error} />
      <div className="dialog-actions">
        <Button variant="default" onMouseDown={keepFocus} onClick={onClose}>
          Close
        </Button>
        {message.state === 'pending' ? null : (
          <Button loading={resend.isPending} onMouseDown={keepFocus} onClick={() => resend.mutate()}>
            Resend
          </Button>
        )}
      </div>
    </Dialog>
  );
}
