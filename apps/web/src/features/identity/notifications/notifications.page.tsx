import { Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../../api/calls.js';
import { queryKey, useGet, useList, useSend, type MailChoiceView, type NotificationView } from '../../../api/hooks.js';
import type { ParamsOf } from '../../../api/types.js';
import { useChoice, useFilter } from '../../../components/tables/filter.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { Card, Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { SendError, ToneBadge } from '../../../components/feedback/feedback.js';
import { useToast } from '../../../components/feedback/toast-context.js';
import { When } from '../../../components/values/values.js';
import { formatCount } from '../../../lib/format.js';
import { parseSearch, safeReturnTo, useClearUrlState } from '../../../lib/url-state.js';
import { PostButton } from '../../../components/forms/post-button.js';
import { Rows } from '../../../components/tables/rows.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';

const CHOICES = '/api/v1/notifications/choices';

/** Notifications of the signed-in person, and their mail preferences. */
export function NotificationsPage() {
  const choices = useGet(CHOICES);
  return (
    <Page title={common.notifications} actions={<MarkAllRead />}>
      <div className="stack">
        <Sent topics={choices.data?.items ?? []} />
        <Card title={texts.notifications.emailPreferencesTitle}>
          <Resource of={choices} what={texts.notifications.names.preferences}>
            {({ items }) => <Choices items={items} />}
          </Resource>
        </Card>
      </div>
    </Page>
  );
}

function Sent({ topics }: { topics: readonly MailChoiceView[] }) {
  const names = Object.fromEntries(topics.map((one) => [one.topic, one.name])) as Record<string, string>;
  const choices = { all: common.all, unread: common.unread };
  const [show, showField] = useChoice('show', { label: common.show, choices, usual: 'all' });
  const [wanted, topicFilter] = useFilter('topic', { label: texts.notifications.topicLabel, choices: names });
  const topic = topics.find((one) => one.topic === wanted)?.topic;
  const unread = show === 'unread';
  const asked = { ...(unread && { unread: 'true' as const }), ...(topic && { topic }) };
  const list = useList('/api/v1/notifications', { query: { ...asked, folded: 'true' } });
  const clear = useClearUrlState('show', 'topic');
  return (
    <div className="stack stack-8">
      <div className="filters">
        {showField}
        {topicFilter}
      </div>
      <ListTable
        label={common.notifications}
        list={list}
        rowKey={(row) => row.item}
        onClearFilters={unread || topic ? clear : undefined}
        empty={texts.notifications.sentEmpty}
        titles={texts.notifications.sentColumns}
        columns={[
          { id: 'what', cell: (row) => <Item newest={row} asked={asked} /> },
          { id: 'topic', cell: (row) => names[row.topic] ?? row.topic },
          { id: 'at', cell: (row) => <When at={row.at} /> },
          { id: 'mailed', cell: (row) => (row.mailed ? common.yes : texts.notifications.noTurnedOff) },
          {
            id: 'act',
            cell: (row) =>
              row.unread_of_item > 0 ? (
                <PostButton to="/api/v1/notifications/read" options={{}} body={upToThis(row)}>
                  {texts.notifications.markAsRead}
                </PostButton>
              ) : null,
          },
        ]}
      />
    </div>
  );
}

/** The filter of the list and so of every item in it. */
type Asked = NonNullable<ParamsOf<'/api/v1/notifications', 'get'>['query']>;

/** The newest of an item; those before it are read when they are opened. */
function Item({ newest, asked }: { newest: NotificationView; asked: Asked }) {
  const [open, setOpen] = useState(false);
  const earlier = newest.of_item - 1;
  return (
    <div className="stack stack-4">
      <What row={newest} unread={newest.unread_of_item} />
      {earlier > 0 ? (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{texts.notifications.earlierNotifications(formatCount(earlier), earlier)}</summary>
          {open ? <Earlier than={newest} asked={asked} /> : null}
        </details>
      ) : null}
    </div>
  );
}

function Earlier({ than, asked }: { than: NotificationView; asked: Asked }) {
  const list = useList('/api/v1/notifications', { query: { ...asked, item: than.item } });
  return (
    <div className="earlier">
      <Rows of={list} what={texts.notifications.names.earlierOnes} lines={Math.min(than.of_item - 1, 3)}>
        {(rows) => (
          <ul className="stack stack-8" aria-label={texts.notifications.earlierThanLabel(than.subject)}>
            {rows
              .filter((row) => row.id < than.id)
              .map((row) => (
                <li key={row.id}>
                  <What row={row} unread={row.read_at === null ? 1 : 0} at />
                </li>
              ))}
          </ul>
        )}
      </Rows>
    </div>
  );
}

/** One notification. `unread` is the number of unread ones in its group; `at` shows its time where no column does. */
function What({ row, unread, at }: { row: NotificationView; unread: number; at?: boolean }) {
  const client = useQueryClient();
  // A reader who follows the link has read it. If this request is lost, it stays unread, which is harmless.
  const read = (): void => {
    if (unread === 0) return;
    const done = (): Promise<void> => client.invalidateQueries();
    void post('/api/v1/notifications/read', {}, upToThis(row)).then(done, () => undefined);
  };
  const [page = '/', search = ''] = safeReturnTo(row.path ?? undefined).split('?');
  return (
    <div className="stack stack-4">
      <div>
        {unread > 0 ? (
          <ToneBadge tone="info">
            {unread === 1 ? common.unread : texts.notifications.unreadCount(formatCount(unread))}
          </ToneBadge>
        ) : null}{' '}
        {row.path === null ? (
          <span className="strong">{row.subject}</span>
        ) : (
          <Link to={page} search={parseSearch(search)} onClick={read}>
            {row.subject}
          </Link>
        )}{' '}
        {at ? <When at={row.at} /> : null}
      </div>
      <details>
        <summary>{texts.notifications.whatHeading}</summary>
        <div className="scroll-text" tabIndex={0}>
          {row.text}
        </div>
      </details>
    </div>
  );
}

/** The newest shown one of its item; later ones stay unread. */
const upToThis = ({ id, item }: NotificationView): { up_to: string; item: string } => ({ up_to: id, item });

/** Up to the newest one when the page was read: later ones stay unread. */
function MarkAllRead() {
  const unread = useGet('/api/v1/notifications/unread').data;
  const newest = unread?.newest_id ?? null;
  return (
    <PostButton
      to="/api/v1/notifications/read"
      options={{ toast: ({ read }) => texts.notifications.toastMarked(read) }}
      body={{ up_to: newest ?? '' }}
      whyNot={
        !unread
          ? texts.notifications.whyNot.stillCounting
          : newest === null
            ? texts.notifications.noUnreadNotifications
            : null
      }
    >
      {texts.notifications.markRead}
    </PostButton>
  );
}

function Choices({ items }: { items: readonly MailChoiceView[] }) {
  return (
    <div className="stack">
      <p className="dim">{texts.notifications.choicesIntroduction}</p>
      <div className="stack stack-8">
        {items
          .filter((choice) => !choice.mandatory)
          .map((choice) => (
            <Choice key={choice.topic} choice={choice} />
          ))}
      </div>
      <h3>{texts.notifications.choicesHeading}</h3>
      <p className="dim">{texts.notifications.cannotBeTurnedOff}</p>
      <ul>
        {items
          .filter((choice) => choice.mandatory)
          .map((choice) => (
            <li key={choice.topic}>
              <span className="strong">{choice.name}</span> <span className="dim">{choice.what}</span>
            </li>
          ))}
      </ul>
    </div>
  );
}

function Choice({ choice }: { choice: MailChoiceView }) {
  const toast = useToast();
  const client = useQueryClient();
  // The pressed state, until the answer has the current one.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const save = useSend(CHOICES, {
    onDone: (data) => {
      client.setQueryData(queryKey(CHOICES), data);
      setWanted(null);
      const on = data.items.find(({ topic }) => topic === choice.topic)?.mailed ?? false;
      toast(on ? texts.notifications.toastEmailsTurned(choice.name) : texts.notifications.emailsTurnedOff(choice.name));
    },
  });
  return (
    <>
      <Checkbox
        label={choice.name}
        description={choice.what}
        checked={wanted ?? choice.mailed}
        onChange={(event) => {
          const mailed = event.currentTarget.checked;
          setWanted(mailed);
          save.mutate({ topic: choice.topic, mailed }, { onError: () => setWanted(null) });
        }}
      />
      <SendError error={save.error} />
    </>
  );
}
