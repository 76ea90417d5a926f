import { NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useGet, useSend, type ExceptionView } from '../../api/hooks.js';
import { useMe } from '../../api/session.js';
import { Id, Money, When } from '../../components/values/values.js';
import { AuthorLink } from '../../components/finance/author-link.js';
import { DirectorySearch, type Found } from '../../components/forms/directory-search.js';
import { Card, Page, NamedFacts } from '../../components/layout/page.js';
import { Resource } from '../../components/feedback/resource.js';
import { Alert, StatusBadge } from '../../components/feedback/feedback.js';
import { ApprovalList } from '../../components/review/approval-list.js';
import { Timeline } from '../../components/layout/timeline.js';
import { formatCount, humanize } from '../../lib/format.js';
import { useParam } from '../../lib/url-state.js';
import { controlled } from '../../lib/use-form.js';
import { AssignDialog } from './assign-dialog.js';
import { leftOut } from './left-out.js';
import { RecoveryCard } from './recovery.js';
import { texts } from './texts.js';
import { common, rich } from '../../text/common.js';
import { labels } from '../../text/labels.js';
import { PostButton } from '../../components/forms/post-button.js';
import { SendDialog } from '../../components/forms/send-dialog.js';
import { DialogButton } from '../../components/layout/dialog-button.js';
import { saysTooLittle } from '../../components/forms/min-reason.js';

const ACCOUNTS = [
  ...['bad_debt', 'platform_revenue', 'author_payable', 'tenant_receivable', 'processor_fee', 'dispute_fee'],
  ...['fx_difference', 'tax_payable', 'bank'],
] as const;
/** Kinds that move no money of ours, so that nothing can be written off. */
const WITHOUT_MONEY = [
  'negative_overdue',
  'bank_refused',
  'shared_bank',
  'not_charged',
  'tax_report',
  'work_parked',
  'statement_altered',
];
type Account = (typeof ACCOUNTS)[number];

const HAPPENED: Record<string, string> = texts.moneyException.happened;

/** One item of the worklist: its facts, its history, its actions. */
export function ExceptionPage() {
  const id = useParam('id');
  const item = useGet('/api/v1/finance/exceptions/{id}', { path: { id } }, { refreshMs: 10_000 });
  return (
    <Resource of={item} what={texts.moneyException.names.item} page>
      {(view) => (
        <Page
          title={humanize(view.kind)}
          badges={<StatusBadge kind="reconciliation_item" code={view.state} />}
          actions={view.state === 'closed' ? null : <Actions item={view} />}
        >
          <p>{view.sentence}</p>
          {view.leaves_out.length > 0 ? <Alert tone="warn">{texts.moneyException.notice(leftOut(view))}</Alert> : null}
          <Card title={texts.moneyException.factsTitle}>
            <NamedFacts
              items={[
                [labels.amount, <Money key="a" minor={view.amount_minor} currency={view.currency} />],
                [
                  texts.moneyException.facts.inSuspense,
                  <Money key="s" minor={view.suspense_minor} currency={view.currency} />,
                ],
                [texts.moneyException.facts.happened, <When key="o" at={view.occurred_at} />],
                [texts.moneyException.facts.openFor, texts.moneyException.days(formatCount(view.age_days))],
                [labels.owner, view.owner_name ?? common.nobody],
                [texts.moneyException.facts.closedBecause, view.close_reason],
                ...view.facts.map((fact) => [humanize(fact.name.replace(/_minor$/, '')), factOf(fact, view)] as const),
              ]}
            />
          </Card>
          {view.kind === 'negative_overdue' ? (
            <RecoveryCard item={view} />
          ) : (
            <Card title={common.writeOffs}>
              <ApprovalList
                kind="exception_write_off"
                subject_id={view.id}
                label={common.writeOffs}
                empty={texts.moneyException.writeOffsEmpty}
              />
            </Card>
          )}
          <Card title={common.historyTitle}>
            <Timeline
              items={view.history.map((one) => ({
                id: one.id,
                at: one.at,
                title: titleOf(one),
                by: one.by_name,
                text: one.what === 'assigned' ? null : one.text,
              }))}
            />
          </Card>
        </Page>
      )}
    </Resource>
  );
}

const CODES = ['why', 'what', 'type', 'kind'];
const WORDS = [
  'author',
  'other_author',
  'payer',
  'problem',
  'description',
  'event',
  'month',
  'attempts',
  'bank_account',
];

/** Amounts are amounts, names and words are read whole; everything else is an id, to be copied. */
function factOf({ name, value }: ExceptionView['facts'][number], { currency, facts }: ExceptionView) {
  // The author's name links there.
  if (value === '' || name === 'org_id') return null;
  if (/_minor$|^(net|tax)$/.test(name)) return <Money minor={value} currency={currency} />;
  const author = name === 'author' ? facts.find((one) => one.name === 'org_id') : undefined;
  if (author) return <AuthorLink id={author.value} name={value} />;
  if (WORDS.includes(name) || value.includes(' ')) return value;
  return CODES.includes(name) ? humanize(value) : <Id value={value} what={name} />;
}

/** Somebody claimed it, or assigned it to somebody. */
function titleOf({ what, text }: { what: string; text: string | null }): string {
  if (what === 'assigned' && text) return texts.moneyException.assigned(text);
  return HAPPENED[what] ?? humanize(what);
}

function Actions({ item }: { item: ExceptionView }) {
  const me = useMe();
  const path = { id: item.id };
  const mine = item.owner_id !== null && item.owner_id === me?.user.id;
  const difference = item.kind.startsWith('equality') || WITHOUT_MONEY.includes(item.kind);
  return (
    <>
      {difference ? null : (
        <DialogButton variant="filled" dialog={<WriteOffDialog item={item} />}>
          {common.writeOff}
        </DialogButton>
      )}
      <PostButton to="/api/v1/finance/exceptions/{id}/assign" options={{ path }} body={{ take: !mine }}>
        {mine ? texts.moneyException.unassignMe : texts.moneyException.assignToMe}
      </PostButton>
      <DialogButton dialog={(close) => <AssignDialog item={item} onClose={close} />}>{common.assign}</DialogButton>
      <WordsButton item={item} act="note" title={common.addANote} confirm={common.add}>
        {common.addANote}
      </WordsButton>
      {item.state === 'open' ? (
        <WordsButton item={item} act="explain" title={texts.moneyException.causeTitle} confirm={common.explain}>
          {common.explain}
        </WordsButton>
      ) : null}
      {item.state === 'explained' && item.suspense_minor === '0' ? (
        <WordsButton
          item={item}
          act="close"
          title={texts.moneyException.closeThisItemTitle}
          confirm={texts.moneyException.closeItemConfirm}
        >
          {common.close}
        </WordsButton>
      ) : null}
    </>
  );
}

interface WordsProps {
  item: ExceptionView;
  act: 'note' | 'explain' | 'close';
  title: string;
  confirm: string;
}

/** A step that is taken in words, which the history shows. */
function WordsButton({ children, ...props }: WordsProps & { children: string }) {
  return <DialogButton dialog={<WordsDialog {...props} />}>{children}</DialogButton>;
}

function WordsDialog({ item, act, title, confirm }: WordsProps) {
  const send = useSend(`/api/v1/finance/exceptions/{id}/${act}`, { path: { id: item.id } });
  const [text, setText] = useState('');
  return (
    <SendDialog
      title={title}
      send={send}
      confirm={confirm}
      whyNot={saysTooLittle(text) ? texts.moneyException.whyNot.tooShort : null}
      onConfirm={() => send.mutate({ reason: text.trim() })}
    >
      <Textarea
        label={common.inYourWords}
        description={texts.moneyException.inYourWordsHelp}
        rows={4}
        required
        {...controlled(text, setText)}
      />
    </SendDialog>
  );
}

function WriteOffDialog({ item }: { item: ExceptionView }) {
  const [account, setAccount] = useState<Account>('bad_debt');
  const [author, setAuthor] = useState<Found | null>(null);
  const [reason, setReason] = useState('');
  const ask = useSend('/api/v1/finance/exceptions/{id}/write-off', {
    path: { id: item.id },
    toast: texts.moneyException.writeOffDialogToast,
  });
  return (
    <SendDialog
      title={common.writeOff}
      send={ask}
      confirm={texts.moneyException.requestWriteOff}
      whyNot={
        account === 'author_payable' && author === null
          ? texts.moneyException.whyNot.chooseAuthorFirst
          : saysTooLittle(reason)
            ? common.reasonTooShort
            : null
      }
      onConfirm={() =>
        ask.mutate({
          account,
          reason: reason.trim(),
          ...(account === 'author_payable' ? { org_id: author?.id ?? '' } : {}),
        })
      }
    >
      <p>
        {rich(texts.moneyException.writeOffDialogExplanation, {
          amount: <Money minor={movedOf(item)} currency={item.currency} />,
        })}
      </p>
      <NativeSelect
        label={common.account}
        {...controlled(account, setAccount)}
        data={ACCOUNTS.map((one) => ({ value: one, label: humanize(one) }))}
      />
      {account === 'author_payable' ? (
        <DirectorySearch label={common.author} kind="author" chosen={author} onChoose={setAuthor} />
      ) : null}
      {account === 'author_payable' && author !== null ? <Beneficiary author={author} item={item} /> : null}
      <Textarea label={common.reason} rows={4} required {...controlled(reason, setReason)} />
    </SendDialog>
  );
}

/** What the write-off moves. */
const movedOf = (item: ExceptionView): string =>
  item.suspense_minor === '0' ? item.amount_minor : item.suspense_minor;

/** Whose balance changes, from what to what. */
function Beneficiary({ author, item }: { author: Found; item: ExceptionView }) {
  const { currency } = item;
  const finance = useGet('/api/v1/finance/authors/{id}', { path: { id: author.id } });
  return (
    <Resource of={finance} lines={1}>
      {({ balances, name }) => {
        const before = balances.find((one) => one.currency === currency)?.owed_minor ?? '0';
        return (
          <p>
            {rich(texts.moneyException.beneficiary, {
              name,
              before: <Money minor={before} currency={currency} />,
              after: <Money minor={String(BigInt(before) + BigInt(movedOf(item)))} currency={currency} />,
            })}
          </p>
        );
      }}
    </Resource>
  );
}
