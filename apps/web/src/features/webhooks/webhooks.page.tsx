import { Button, Checkbox, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../api/hooks.js';
import type { WebhookEvent } from '../../api/views.js';
import { Coded } from './coded.js';
import { DataTable } from '../../components/tables/data-table.js';
import { Card, Page } from '../../components/layout/page.js';
import { Resource } from '../../components/feedback/resource.js';
import { SecretReveal } from '../../components/forms/secret-reveal.js';
import { EmptyState, SendError } from '../../components/feedback/states.js';
import { StatusBadge } from '../../components/feedback/status-badge.js';
import { When } from '../../components/values/when.js';
import { WhyNot } from '../../components/feedback/why-not.js';

export const WEBHOOKS = '/api/v1/author/webhooks';
export const WEBHOOK_SECRET = 'WEBHOOK_SECRET';

/** Servers of the organisation that are told what happens. */
export function WebhooksPage(): ReactNode {
  const webhooks = useGet(WEBHOOKS, {}, { refreshMs: 15_000 });
  const events = useGet('/api/v1/author/webhooks/events');
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Page title="Webhooks">
      <p className="dim">
        We send your server a POST request for each event about your Drives, secrets and payouts. Messages are signed as
        defined by{' '}
        <a href="https://www.standardwebhooks.com" rel="noreferrer">
          Standard Webhooks
        </a>
        . Libraries are available for most languages.
      </p>
      <Resource of={webhooks} page>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>No webhooks yet. Add a URL below.</EmptyState>
          ) : (
            <DataTable
              label="Webhooks"
              rows={items}
              rowKey={(row) => row.id}
              columns={[
                {
                  id: 'url',
                  title: 'Address',
                  wrap: true,
                  cell: (row) => (
                    <Link to="/author/webhooks/$id" params={{ id: row.id }}>
                      {row.url}
                    </Link>
                  ),
                },
                { id: 'about', title: 'Purpose', wrap: true, cell: (row) => row.description },
                { id: 'events', title: 'Events', wrap: true, cell: (row) => row.event_types.join(', ') },
                { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="webhook" code={row.state} /> },
                { id: 'waiting', title: 'Waiting', right: true, cell: (row) => row.waiting },
                { id: 'failed', title: 'Failed', right: true, cell: (row) => row.failed },
                { id: 'last', title: 'Last delivery', cell: (row) => <When at={row.last_delivered_at} /> },
              ]}
            />
          )
        }
      </Resource>
      <Resource of={events} what="the events">
        {({ items }) => <AddForm events={items} onAdded={setSecret} />}
      </Resource>
      {secret ? (
        <SecretReveal
          secret={secret}
          variable={WEBHOOK_SECRET}
          title="The secret of your new webhook"
          place="Store it where your server verifies messages."
          onStored={() => setSecret(null)}
        />
      ) : null}
    </Page>
  );
}

function AddForm({
  events,
  onAdded,
}: {
  events: readonly WebhookEvent[];
  onAdded: (secret: string) => void;
}): ReactNode {
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [types, setTypes] = useState<string[]>(events.map(({ type }) => type));
  const add = useSend(WEBHOOKS, {
    onDone: (made) => {
      setUrl('');
      setDescription('');
      onAdded(made.secret);
    },
  });
  return (
    <Card title="Add webhook">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate({ url: url.trim(), description: description.trim(), event_types: types as never });
        }}
      >
        <SendError error={add.error} />
        <TextInput
          label="Address"
          description="An https URL reachable from the internet"
          value={url}
          required
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <TextInput
          label="Purpose (optional)"
          value={description}
          maxLength={200}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <EventChoice events={events} value={types} onChange={setTypes} />
        <div>
          <WhyNot
            reason={url.trim() === '' ? 'Enter a URL first.' : types.length === 0 ? 'Choose at least one event.' : null}
          >
            {(described) => (
              <Button type="submit" loading={add.isPending} {...described}>
                Add webhook and show secret
              </Button>
            )}
          </WhyNot>
        </div>
      </form>
    </Card>
  );
}

interface EventChoiceProps {
  events: readonly WebhookEvent[];
  value: readonly string[];
  onChange: (types: string[]) => void;
}

/** Which events a webhook is told. */
export function EventChoice({ events, value, onChange }: EventChoiceProps): ReactNode {
  return (
    <Checkbox.Group label="Events" value={[...value]} onChange={onChange}>
      <div className="stack stack-8">
        {events.map(({ type, text }) => (
          <Checkbox key={type} value={type} label={type} description={<Coded text={text} />} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
