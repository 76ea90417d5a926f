import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MemberMay } from '../../components/feedback/member-may.js';
import {
  useGet,
  useList,
  useRemove,
  useSend,
  useUpdate,
  type WebhookMessageView,
  type WebhookView,
} from '../../api/hooks.js';
import { Id, When } from '../../components/values/values.js';
import { ListTable } from '../../components/tables/data-table.js';
import { useFilter } from '../../components/tables/filter.js';
import { DialogButton } from '../../components/layout/dialog-button.js';
import { Dialog, DialogActions } from '../../components/layout/dialog.js';
import { EditError, expectedRevision, useEdited } from '../../components/forms/edit-error.js';
import { Card, Facts } from '../../components/layout/page.js';
import { Resource, ResourcePage } from '../../components/feedback/resource.js';
import { PostButton } from '../../components/forms/post-button.js';
import { SendDialog } from '../../components/forms/send-dialog.js';
import { SecretReveal } from '../../components/forms/secret-reveal.js';
import { Alert, EmptyState, SendError, StatusBadge, ActionButton } from '../../components/feedback/feedback.js';
import { keepFocus } from '../../lib/keep-focus.js';
import { useParam } from '../../lib/url-state.js';
import { useMayChange, usePlace } from './place.js';
import { EventChoice, WEBHOOK_SECRET } from './webhooks.page.js';
import { texts } from './texts.js';
import { common, rich } from '../../text/common.js';

/** One webhook: its event types, its secret, and every message with its attempts. */
export function WebhookPage() {
  const id = useParam('id');
  const webhooks = useGet(usePlace().api, {}, { refreshMs: 5_000 });
  const { round, reload } = useEdited(webhooks);
  return (
    <ResourcePage of={webhooks} title={texts.webhook.title}>
      {({ items }) => {
        const webhook = items.find((one) => one.id === id);
        return webhook ? (
          <Webhook webhook={webhook} round={round} reload={reload} />
        ) : (
          <EmptyState>{texts.webhook.empty}</EmptyState>
        );
      }}
    </ResourcePage>
  );
}

const LABELS = texts.webhook.labels;

function Webhook({ webhook, round, reload }: { webhook: WebhookView; round: number; reload: () => void }) {
  const { api } = usePlace();
  const mayChange = useMayChange();
  const path = { id: webhook.id };
  const [secret, setSecret] = useState<string | null>(null);
  const change = useUpdate(`${api}/{id}` as const, {
    path,
    toast: (now) => (now.state === 'disabled' ? texts.webhook.toastTurnedOff : texts.webhook.toastTurnedOn),
  });
  const active = webhook.state !== 'disabled';
  return (
    <div className="stack">
      {webhook.state === 'unverified' ? (
        <Alert tone="warn">
          {rich(texts.webhook.unverified, {
            header: <code>webhook-challenge</code>,
            link: (text) => <Link to="/docs/webhooks">{text}</Link>,
          })}
        </Alert>
      ) : null}
      {webhook.disabled_reason ? <Alert tone="warn">{texts.webhook.turnedOff(webhook.disabled_reason)}</Alert> : null}
      <Card>
        <Facts
          titles={{ ...LABELS, ...texts.webhook.facts }}
          items={{
            address: webhook.url,
            description: webhook.description || null,
            status: <StatusBadge kind="webhook" code={webhook.state} />,
            lastDelivery: <When machine last at={webhook.last_delivered_at} />,
            previousSecretEnds: webhook.previous_secret_ends_at ? (
              <When machine at={webhook.previous_secret_ends_at} />
            ) : null,
          }}
        />
        {mayChange ? (
          <div className="row">
            <PostButton
              variant="filled"
              to={`${api}/{id}/test` as const}
              options={{ path, toast: texts.webhook.toastTestMessage }}
              body={undefined}
              whyNot={active ? null : texts.webhook.whyNot.turnedOff}
            >
              {webhook.state === 'unverified' ? texts.webhook.verifyAgain : texts.webhook.sendTest}
            </PostButton>
            <Button
              variant="default"
              loading={change.isPending}
              onClick={() => change.mutate({ active: !active, revision: webhook.revision })}
            >
              {active ? common.turnOff : common.turnOn}
            </Button>
            <DialogButton dialog={<Rotate webhook={webhook} onMade={setSecret} />}>{common.rotateSecret}</DialogButton>
            <DialogButton dialog={<Rotate webhook={webhook} onMade={setSecret} leaked />}>
              {common.reportALeak}
            </DialogButton>
            <DialogButton dialog={<Remove id={webhook.id} />}>{common.remove}</DialogButton>
          </div>
        ) : (
          <MemberMay do="develop">{null}</MemberMay>
        )}
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
      {secret ? (
        <SecretReveal
          secret={secret}
          variable={WEBHOOK_SECRET}
          title={texts.webhook.secretTitle}
          place={texts.webhook.place}
          onStored={() => setSecret(null)}
        />
      ) : null}
    </div>
  );
}

interface RotateProps {
  webhook: WebhookView;
  /** The old secret ends now. */
  leaked?: boolean;
  onMade: (secret: string) => void;
}

function Rotate({ webhook: { id, previous_secret_ends_at: ends }, leaked = false, onMade }: RotateProps) {
  const rotate = useSend(`${usePlace().api}/{id}/rotate` as const, {
    path: { id },
    onDone: (made) => onMade(made.secret),
  });
  return (
    <SendDialog
      title={leaked ? texts.webhook.reportLeakedSecretTitle : texts.webhook.rotateTheSecretTitle}
      confirm={common.createANewSecret}
      danger={leaked}
      send={rotate}
      onConfirm={() => rotate.mutate({ leaked, force: ends !== null })}
    >
      <p>{leaked ? texts.webhook.leakEffect : texts.webhook.rotateEffect(ends !== null)}</p>
    </SendDialog>
  );
}

function Remove({ id }: { id: string }) {
  const navigate = useNavigate();
  const { api, list } = usePlace();
  const remove = useRemove(`${api}/{id}` as const, {
    path: { id },
    toast: texts.webhook.toastWebhookRemoved,
    onDone: () => void navigate({ to: list }),
  });
  return (
    <SendDialog
      title={texts.webhook.removeThisWebhookTitle}
      confirm={texts.webhook.removeWebhookConfirm}
      danger
      send={remove}
      onConfirm={() => remove.mutate()}
    >
      <p>{texts.webhook.removeEffect}</p>
    </SendDialog>
  );
}

function Events({ webhook, reload }: { webhook: WebhookView; reload: () => void }) {
  const { api } = usePlace();
  const events = useGet(`${api}/events` as const);
  const [edited] = useState(webhook.revision);
  const [types, setTypes] = useState(webhook.event_types);
  const save = useUpdate(`${api}/{id}` as const, {
    path: { id: webhook.id },
    toast: texts.webhook.eventsToast,
    onDone: reload,
  });
  const mayChange = useMayChange();
  const changed = [...types].sort().join() !== [...webhook.event_types].sort().join();
  return (
    <Card title={LABELS.event_types}>
      <Resource of={events} what={common.theEvents}>
        {({ items }) =>
          mayChange ? (
            <EventChoice events={items} value={types} onChange={setTypes} />
          ) : (
            <ul>
              {webhook.event_types.map((type) => (
                <li key={type}>{type}</li>
              ))}
            </ul>
          )
        }
      </Resource>
      <EditError error={save.error} labels={LABELS} onTheirs={reload} />
      {mayChange ? (
        <ActionButton
          whyNot={types.length === 0 ? common.chooseAtLeastOneEvent : changed ? null : common.noChangesYet}
          variant="default"
          loading={save.isPending}
          onClick={() => save.mutate({ event_types: types as never, revision: expectedRevision(edited, save.error) })}
        >
          {texts.webhook.saveEvents}
        </ActionButton>
      ) : null}
    </Card>
  );
}

function Messages({ webhookId }: { webhookId: string }) {
  const [state, stateFilter] = useFilter('state', {
    label: common.status,
    choices: texts.webhook.messageStates,
  });
  const list = useList(
    `${usePlace().api}/{id}/messages` as const,
    { path: { id: webhookId }, query: { state } },
    { refreshMs: 5_000 },
  );
  return (
    <section className="stack stack-8">
      <h2>{common.messages}</h2>
      <p className="dim">{texts.webhook.messagesExplanation}</p>
      {stateFilter}
      <ListTable
        label={common.messages}
        list={list}
        empty={state ? texts.webhook.noneMatch : texts.webhook.noneYet}
        titles={texts.webhook.messagesColumns}
        columns={[
          { id: 'type', cell: (row) => row.type },
          { id: 'state', cell: (row) => <StatusBadge kind="webhook_message" code={row.state} /> },
          { id: 'at', cell: (row) => <When at={row.created_at} /> },
          { id: 'attempts', right: true, cell: (row) => row.attempts.length },
          {
            id: 'last',
            cell: (row) => {
              const last = row.attempts.at(-1);
              return last
                ? texts.webhook.inMs(last.problem ?? texts.webhook.http(last.status), last.took_ms)
                : common.none;
            },
          },
          { id: 'next', cell: (row) => <When machine at={row.next_attempt_at} /> },
          {
            id: 'act',
            cell: (row) => (
              <DialogButton dialog={(close) => <Message webhookId={webhookId} message={row} onClose={close} />}>
                {common.show}
              </DialogButton>
            ),
          },
        ]}
      />
    </section>
  );
}

interface MessageProps {
  webhookId: string;
  message: WebhookMessageView;
  onClose: () => void;
}

function Message({ webhookId, message, onClose }: MessageProps) {
  const resend = useSend(`${usePlace().api}/{id}/messages/{messageId}/resend` as const, {
    path: { id: webhookId, messageId: message.id },
    toast: texts.webhook.messageToast,
    onDone: onClose,
  });
  const mayChange = useMayChange();
  return (
    <Dialog title={message.type} onClose={onClose}>
      <p>{rich(texts.webhook.webhookId, { id: <Id value={message.id} /> })}</p>
      <pre tabIndex={0}>{message.body}</pre>
      <ol>
        {message.attempts.map((attempt) => (
          <li key={attempt.n}>
            {rich(texts.webhook.messageInMs, {
              time: <When machine at={attempt.at} />,
              problem: attempt.problem ?? texts.webhook.http(attempt.status),
              tookMs: attempt.took_ms,
            })}
          </li>
        ))}
      </ol>
      <SendError error={resend.error} />
      <DialogActions onCancel={onClose} cancel={common.close}>
        {message.state === 'pending' || !mayChange ? null : (
          <Button loading={resend.isPending} onMouseDown={keepFocus} onClick={() => resend.mutate()}>
            {common.resend}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
