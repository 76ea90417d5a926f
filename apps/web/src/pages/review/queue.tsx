import { Button, NativeSelect, Tabs } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useGet, useList, useSend } from '../../api/hooks.js';
import type { Schemas } from '../../api/types.js';
import type { ApiError } from '../../api/errors.js';
import { DataTable, ListTable, type Column } from '../../components/data-table.js';
import { Page } from '../../components/page.js';
import { Resource } from '../../components/resource.js';
import { EmptyState, SendError } from '../../components/states.js';
import { StatusBadge, ToneBadge } from '../../components/status-badge.js';
import { When } from '../../components/when.js';
import { formatCount } from '../../lib/format.js';
import { useUrlState } from '../../lib/url-state.js';
import { visible } from '../../lib/visible.js';

const REFRESH_MS = 10_000;

/** What waits for a reviewer or for an author, by its clock: submissions, applications, exceptions, evidence that ends. */
export function QueuePage(): ReactNode {
  const [tab, setTab] = useUrlState('tab', 'submissions');
  return (
    <Page title="Review queue" actions={tab === 'applications' ? <TakeNextApplication /> : <TakeNext />}>
      <Tabs value={tab} onChange={(value) => setTab(value ?? 'submissions')} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="submissions">Submissions</Tabs.Tab>
          <Tabs.Tab value="applications">Applications</Tabs.Tab>
          <Tabs.Tab value="appeals">Appeals</Tabs.Tab>
          <Tabs.Tab value="exceptions">Exceptions</Tabs.Tab>
          <Tabs.Tab value="evidence">Evidence</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="submissions" pt="sm">
          <Submissions />
        </Tabs.Panel>
        <Tabs.Panel value="applications" pt="sm">
          <Applications />
        </Tabs.Panel>
        <Tabs.Panel value="appeals" pt="sm">
          <Appeals />
        </Tabs.Panel>
        <Tabs.Panel value="exceptions" pt="sm">
          <Exceptions />
        </Tabs.Panel>
        <Tabs.Panel value="evidence" pt="sm">
          <Evidence />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** Takes what is due first and opens it; the filter for the kind of the list holds here too. */
function TakeNext(): ReactNode {
  const navigate = useNavigate();
  const [kind] = useFilter('kind', kinds);
  const take = useSend('/api/v1/review/submissions/take-next', {
    onDone: ({ submission_id: id }) => void navigate({ to: '/review/submissions/$id', params: { id } }),
  });
  return (
    <Take
      error={take.error}
      busy={take.isPending}
      text="Take next"
      onTake={() => take.mutate({ ...(kind && { kind }) })}
    />
  );
}

/** Takes the application that waits longest and opens it. */
function TakeNextApplication(): ReactNode {
  const navigate = useNavigate();
  const take = useSend('/api/v1/review/applications/take-next', {
    onDone: ({ id }) => void navigate({ to: '/review/applications/$id', params: { id } }),
  });
  return <Take error={take.error} busy={take.isPending} text="Take next application" onTake={() => take.mutate()} />;
}

interface TakeProps {
  error: ApiError | null;
  busy: boolean;
  text: string;
  onTake: () => void;
}

function Take({ error, busy, text, onTake }: TakeProps): ReactNode {
  return (
    <>
      <SendError error={error} />
      <Button loading={busy} onClick={onTake}>
        {text}
      </Button>
    </>
  );
}

interface Choice<T extends string> {
  readonly value: T | '';
  readonly label: string;
}

/** A filter that lives in the address; `''` is its first and usual value. */
function useFilter<T extends string>(
  key: string,
  choices: readonly Choice<T>[],
): [T | undefined, (value: string) => void] {
  const [value, set] = useUrlState(key);
  const known = choices.find((choice) => choice.value === value)?.value;
  return [known === '' ? undefined : known, set];
}

function Filter<T extends string>({
  label,
  choices,
  value,
  onChange,
}: {
  label: string;
  choices: readonly Choice<T>[];
  value: T | undefined;
  onChange: (value: string) => void;
}): ReactNode {
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      data={choices.map((choice) => ({ ...choice }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const parties: readonly Choice<'author' | 'all'>[] = [
  { value: '', label: 'Us' },
  { value: 'author', label: 'The author' },
  { value: 'all', label: 'Either' },
];
const kinds: readonly Choice<'initial' | 'update'>[] = [
  { value: '', label: 'Any' },
  { value: 'initial', label: 'First versions' },
  { value: 'update', label: 'Updates' },
];
const holders: readonly Choice<'mine' | 'others' | 'free'>[] = [
  { value: '', label: 'Anybody or nobody' },
  { value: 'mine', label: 'Me' },
  { value: 'others', label: 'Others' },
  { value: 'free', label: 'Nobody' },
];
const dues: readonly Choice<'overdue'>[] = [
  { value: '', label: 'Any' },
  { value: 'overdue', label: 'Overdue' },
];

interface Clocked {
  party: string;
  waiting_since: string;
  due_at: string | null;
  overdue: boolean;
}

const due = <T extends Pick<Clocked, 'due_at' | 'overdue'>>() =>
  ({
    id: 'due',
    title: 'Due',
    cell: (row: T) =>
      row.overdue ? <ToneBadge tone="bad">Overdue</ToneBadge> : row.due_at ? <When at={row.due_at} /> : 'none',
  }) as const;

const clock = <T extends Clocked>() =>
  [{ id: 'since', title: 'Since', cell: (row: T) => <When at={row.waiting_since} /> }, due<T>()] as const;

/** Whose application it is, and for what. */
const applicant = <T extends { id: string; company_name: string; drive_name: string }>() =>
  [
    {
      id: 'item',
      title: 'Company',
      cell: (row: T) => (
        <Link to="/review/applications/$id" params={{ id: row.id }}>
          {visible(row.company_name)}
        </Link>
      ),
    },
    { id: 'drive', title: 'Drive', cell: (row: T) => visible(row.drive_name) },
  ] as const;

const waiting = <T extends Clocked>() =>
  [
    { id: 'acts', title: 'Acts', cell: (row: T) => (row.party === 'author' ? 'The author' : 'Us') },
    ...clock<T>(),
  ] as const;

type Row = Schemas['SubmissionRowView'];
type ApplicationRow = Schemas['QueueRowView'];
type AppealRow = Schemas['AppealRowView'];
type ExceptionRow = Schemas['ReviewExceptionView'];

/** What a reviewer looks at first: what failed, then what was waived or never ran; of what passed only how many. */
function checksOf({ passed, failed, waived, open }: Row['checks']): string {
  const parts = [
    failed > 0 ? `${formatCount(failed)} failed` : '',
    waived > 0 ? `${formatCount(waived)} waived` : '',
    open > 0 ? `${formatCount(open)} open` : '',
    `${formatCount(passed)} passed`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

const keys = (
  <p className="small dim">
    Inside the list <kbd>j</kbd> and <kbd>k</kbd> go down and up, <kbd>Enter</kbd> opens.
  </p>
);

interface ShortListProps<T> {
  /** The table, for a screen reader. */
  label: string;
  what: string;
  of: UseQueryResult<{ items: readonly T[] }, ApiError>;
  empty: string;
  rowKey: (row: T) => string;
  columns: readonly Column<T>[];
}

/** A list that is read whole: its table, or a sentence when nothing waits. */
function ShortList<T>({ label, what, of: list, empty, rowKey, columns }: ShortListProps<T>): ReactNode {
  return (
    <Resource of={list} what={what}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState>{empty}</EmptyState>
        ) : (
          <DataTable label={label} rows={items} rowKey={rowKey} columns={columns} />
        )
      }
    </Resource>
  );
}

function Submissions(): ReactNode {
  const [party, setParty] = useFilter('party', parties);
  const [kind, setKind] = useFilter('kind', kinds);
  const [held, setHeld] = useFilter('held', holders);
  const [dueBy, setDue] = useFilter('due', dues);
  const query = { ...(party && { party }), ...(kind && { kind }), ...(held && { held }), ...(dueBy && { due: dueBy }) };
  const list = useList('/api/v1/review/submissions', { query }, { refreshMs: REFRESH_MS });
  return (
    <div className="stack">
      <div className="row">
        <Filter label="Who acts" choices={parties} value={party} onChange={setParty} />
        <Filter label="Kind" choices={kinds} value={kind} onChange={setKind} />
        <Filter label="Held by" choices={holders} value={held} onChange={setHeld} />
        <Filter label="Due" choices={dues} value={dueBy} onChange={setDue} />
      </div>
      {keys}
      <ListTable
        label="Submissions"
        list={list}
        rowKey={(row) => row.id}
        empty={<EmptyState>Nothing waits here. A submission comes when its checks have passed.</EmptyState>}
        columns={[
          {
            id: 'item',
            title: 'Item',
            cell: (row) => (
              <Link to="/review/submissions/$id" params={{ id: row.id }}>
                {visible(row.title)}
              </Link>
            ),
          },
          {
            id: 'author',
            title: 'Author',
            cell: (row) => (
              <>
                {visible(row.author)}{' '}
                <span className="small dim">{row.kind === 'initial' ? 'First version' : 'Update'}</span>
              </>
            ),
          },
          {
            id: 'risk',
            title: 'Risk',
            cell: (row) =>
              row.risks.length === 0 ? (
                'none'
              ) : (
                <span className="row">
                  {row.risks.map((risk) => (
                    <StatusBadge key={risk} kind="risk" code={risk} />
                  ))}
                </span>
              ),
          },
          { id: 'checks', title: 'Checks', cell: (row) => checksOf(row.checks) },
          ...clock<Row>(),
          {
            id: 'held',
            title: 'Held by',
            cell: (row) =>
              row.holder === null ? (
                'nobody'
              ) : (
                <>
                  {row.yours ? 'you' : visible(row.holder)} <When at={row.held_since} />
                </>
              ),
          },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="version" code={row.state} /> },
        ]}
      />
    </div>
  );
}

function Applications(): ReactNode {
  const [party, setParty] = useFilter('party', parties);
  const [dueBy, setDue] = useFilter('due', dues);
  const query = { ...(party && { party }), ...(dueBy && { due: dueBy }) };
  const list = useList('/api/v1/review/applications', { query }, { refreshMs: REFRESH_MS });
  return (
    <div className="stack">
      <div className="row">
        <Filter label="Who acts" choices={parties} value={party} onChange={setParty} />
        <Filter label="Due" choices={dues} value={dueBy} onChange={setDue} />
      </div>
      {keys}
      <ListTable
        label="Applications"
        list={list}
        rowKey={(row) => row.id}
        empty={<EmptyState>Nothing waits here. An application comes when somebody submits it.</EmptyState>}
        columns={[
          ...applicant<ApplicationRow>(),
          ...waiting<ApplicationRow>(),
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="application" code={row.state} /> },
        ]}
      />
    </div>
  );
}

/** Appeals of applicants, and of authors against refusals and removals; who had a part in it leaves them to others. */
function Appeals(): ReactNode {
  return (
    <div className="stack">
      {keys}
      <h2>Submissions and removals</h2>
      <ListingAppeals />
      <h2>Applications</h2>
      <ApplicationAppeals />
    </div>
  );
}

function ListingAppeals(): ReactNode {
  const list = useList('/api/v1/review/appeals', { query: {} }, { refreshMs: REFRESH_MS });
  return (
    <ListTable
      label="Appeals about submissions and removals"
      list={list}
      rowKey={(row) => row.id}
      empty={
        <EmptyState>Nothing waits here. An appeal comes when an author contests a refusal or a removal.</EmptyState>
      }
      columns={[
        {
          id: 'item',
          title: 'Drive',
          cell: (row) => (
            <Link to="/review/appeals/$id" params={{ id: row.id }}>
              {visible(`${row.drive_name} ${row.version ?? ''}`.trim())}
            </Link>
          ),
        },
        { id: 'author', title: 'Author', cell: (row) => visible(row.author) },
        { id: 'about', title: 'Against', cell: (row) => (row.about === 'removal' ? 'the removal' : 'the refusal') },
        {
          id: 'who',
          title: 'Who decides',
          cell: (row) => (row.own_decision ? 'another one: you had a part in it' : 'you may'),
        },
        { id: 'since', title: 'Since', cell: (row) => <When at={row.filed_at} /> },
        due<Schemas['ListingAppealRowView']>(),
      ]}
    />
  );
}

/** Refusals that an applicant contests; whoever refused leaves them to another reviewer. */
function ApplicationAppeals(): ReactNode {
  const list = useGet('/api/v1/review/applications/appeals', undefined, { refreshMs: REFRESH_MS });
  return (
    <ShortList
      label="Appeals of applicants"
      what="the appeals"
      of={list}
      empty="Nothing waits here. An appeal comes when an applicant contests a refusal."
      rowKey={(row) => row.id}
      columns={[
        ...applicant<AppealRow>(),
        {
          id: 'refused',
          title: 'Refused by',
          cell: (row) => (row.refused_by_you ? 'you, so another one decides' : visible(row.refused_by)),
        },
        { id: 'since', title: 'Since', cell: (row) => <When at={row.filed_at} /> },
        due<AppealRow>(),
      ]}
    />
  );
}

const EXCEPTIONS = [
  ['proposed', 'Waiting for a second reviewer'],
  ['ending', 'Ending within 30 days'],
  ['expired', 'Expired'],
] as const;

/** Exceptions that somebody has to look at: those that wait, that end soon, and that are over. */
function Exceptions(): ReactNode {
  return (
    <div className="stack">
      {keys}
      {EXCEPTIONS.map(([state, title]) => (
        <ExceptionTable key={state} state={state} title={title} />
      ))}
    </div>
  );
}

function ExceptionTable({ state, title }: { state: (typeof EXCEPTIONS)[number][0]; title: string }): ReactNode {
  const list = useGet('/api/v1/review/exceptions', { query: { state } }, { refreshMs: REFRESH_MS });
  return (
    <section className="stack stack-8">
      <h2>{title}</h2>
      <ShortList
        label={title}
        what="the exceptions"
        of={list}
        empty="None."
        rowKey={(row) => row.id}
        columns={[
          {
            id: 'item',
            title: 'Item',
            cell: (row) => (
              <Link to="/review/submissions/$id" params={{ id: row.submission_id }} search={{ tab: 'exceptions' }}>
                {visible(row.drive_name)}
              </Link>
            ),
          },
          { id: 'check', title: 'Check', cell: (row) => <code>{row.check_id}</code> },
          { id: 'by', title: 'Proposed by', cell: (row) => (row.yours ? 'you' : visible(row.proposed_by)) },
          { id: 'since', title: 'Since', cell: (row) => <When at={row.proposed_at} /> },
          state === 'proposed'
            ? due<ExceptionRow>()
            : { id: 'ends', title: 'Ends', cell: (row) => <When at={row.ends_at} /> },
        ]}
      />
    </section>
  );
}

/** Claims of live Drives that nothing stands behind any more, or not for long. */
function Evidence(): ReactNode {
  const list = useGet('/api/v1/review/evidence', undefined, { refreshMs: REFRESH_MS });
  return (
    <div className="stack">
      {keys}
      <ShortList
        label="Evidence that is missing or ends"
        what="the evidence"
        of={list}
        empty="Every claim of every live Drive has its evidence for at least 30 days more."
        rowKey={(row) => `${row.drive_id} ${row.claim}`}
        columns={[
          { id: 'drive', title: 'Drive', cell: (row) => visible(row.drive_name) },
          { id: 'author', title: 'Author', cell: (row) => visible(row.author) },
          { id: 'claim', title: 'Claim', wrap: true, cell: (row) => visible(row.claim) },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="evidence" code={row.state} /> },
          { id: 'since', title: 'Since or until', cell: (row) => <When at={row.since} /> },
          {
            id: 'file',
            title: 'File',
            wrap: true,
            cell: ({ evidence }) =>
              evidence ? (
                <a href={`/api/v1/review/evidence/${evidence.id}/file`} download>
                  {visible(evidence.file_name)}
                </a>
              ) : (
                'none'
              ),
          },
        ]}
      />
    </div>
  );
}
