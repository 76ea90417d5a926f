import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useGet, useSend, type WebhookEventView } from '../../api/hooks.js';
import { MemberMay } from '../../components/feedback/member-may.js';
import { DataTable } from '../../components/tables/data-table.js';
import { Card, Page } from '../../components/layout/page.js';
import { Resource } from '../../components/feedback/resource.js';
import { SecretReveal } from '../../components/forms/secret-reveal.js';
import { SendError, StatusBadge, ActionButton } from '../../components/feedback/feedback.js';
import { When } from '../../components/values/values.js';
import { useMayChange, usePlace } from './place.js';
import { texts } from './texts.js';
import { controlled, submitting } from '../../lib/use-form.js';
import { common, rich } from '../../text/common.js';

export const WEBHOOK_SECRET = 'WEBHOOK_SECRET';

/** Servers of the organisation that receive events. */
export function WebhooksPage() {
  const { api, page, explanation } = usePlace();
  const mayChange = useMayChange();
  const webhooks = useGet(api, {}, { refreshMs: 15_000 });
  const events = useGet(`${api}/events` as const);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Page title={common.webhooks}>
      <p className="dim">
        {rich(explanation, {
          link: (text) => (
            <a href="https://www.standardwebhooks.com" rel="noreferrer">
              {text}
            </a>
          ),
        })}
      </p>
      <Resource of={webhooks} page>
        {({ items }) => (
          <DataTable
            label={common.webhooks}
            rows={items}
            empty={texts.webhooks.empty}
            titles={{ ...texts.webhook.labels, ...texts.webhook.facts }}
            columns={[
              { id: 'url', to: page, cell: (row) => row.url },
              { id: 'description', cell: (row) => row.description },
              { id: 'event_types', cell: (row) => row.event_types.join(', ') },
              { id: 'state', cell: (row) => <StatusBadge kind="webhook" code={row.state} /> },
              { id: 'waiting', right: true, cell: (row) => row.waiting },
              { id: 'failed', right: true, cell: (row) => row.failed },
              { id: 'lastDelivery', cell: (row) => <When machine last at={row.last_delivered_at} /> },
            ]}
          />
        )}
      </Resource>
      <Resource of={events} what={common.theEvents}>
        {({ items }) =>
          mayChange ? <AddForm events={items} onAdded={setSecret} /> : <MemberMay do="develop">{null}</MemberMay>
        }
      </Resource>
      {secret ? (
        <SecretReveal
          secret={secret}
          variable={WEBHOOK_SECRET}
          title={texts.webhooks.secretTitle}
          place={texts.webhook.place}
          onStored={() => setSecret(null)}
        />
      ) : null}
    </Page>
  );
}

function AddForm({ events, onAdded }: { events: readonly WebhookEventView[]; onAdded: (secret: string) => void }) {
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [types, setTypes] = useState<string[]>(events.map(({ type }) => type));
  const add = useSend(usePlace().api, {
    onDone: (made) => {
      setUrl('');
      setDescription('');
      onAdded(made.secret);
    },
  });
  return (
    <Card title={texts.webhooks.addFormTitle}>
      <form
        className="stack"
        onSubmit={submitting(() =>
          add.mutate({ url: url.trim(), description: description.trim(), event_types: types as never }),
        )}
      >
        <SendError error={add.error} />
        <TextInput
          label={common.address}
          description={texts.webhooks.addressHelp}
          {...controlled(url, setUrl)}
          required
        />
        <TextInput
          label={texts.webhooks.purposeOptionalLabel}
          {...controlled(description, setDescription)}
          maxLength={200}
        />
        <EventChoice events={events} value={types} onChange={setTypes} />
        <ActionButton
          whyNot={url.trim() === '' ? common.enterAUrlFirst : types.length === 0 ? common.chooseAtLeastOneEvent : null}
          type="submit"
          loading={add.isPending}
        >
          {texts.webhooks.addWebhookShow}
        </ActionButton>
      </form>
    </Card>
  );
}

interface EventChoiceProps {
  events: readonly WebhookEventView[];
  value: readonly string[];
  onChange: (types: string[]) => void;
}

/** The event types of a webhook. */
export function EventChoice({ events, value, onChange }: EventChoiceProps) {
  return (
    <Checkbox.Group label={texts.webhook.labels.event_types} value={[...value]} onChange={onChange}>
      <div className="stack stack-8">
        {events.map(({ type, text }) => (
          <Checkbox key={type} value={type} label={type} description={<Coded text={text} />} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

/** A sentence in which names are between backticks, as the API describes itself: those are shown as code. */
function Coded({ text }: { text: string }) {
  return text.split('`').map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part));
}
