import { Button, Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useGet, useSend, type ContentVersionView, type DriveContentView } from '../../../api/hooks.js';
import { VerifiedFacts } from '../../../components/drives/listing-card.js';
import { ListingContent } from '../../../components/drives/listing-content.js';
import { Alert, SendError } from '../../../components/feedback/feedback.js';
import { useMemberMay } from '../../../components/feedback/member-may.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { ConfirmButton, PostButton } from '../../../components/forms/post-button.js';
import { Card } from '../../../components/layout/page.js';
import { submitting } from '../../../lib/use-form.js';
import { visible } from '../../../lib/visible.js';
import { useParam } from '../../../lib/url-state.js';
import { common } from '../../../text/common.js';
import { texts } from '../texts/content.js';
import { Embed } from './embed.js';
import { NotesField } from './notes-field.js';
import { PicturesField } from './pictures-field.js';
import { shownContent, type ContentBody } from './shown-content.js';

const EMPTY: ContentBody = { description: '', screenshots: [], links: [], notes: [] };
const KINDS = ['support', 'documentation', 'privacy', 'source'] as const;
const TO = '/api/v1/author/drives/{driveId}/content/state';

/** What an author writes for the page of a Drive: draft, preview, review. */
export function DriveListingPage(): ReactNode {
  const driveId = useParam('id');
  const content = useGet('/api/v1/author/drives/{driveId}/content', { path: { driveId } });
  return (
    <ResourcePage of={content} title={texts.editor.title(content.data?.drive_name ?? common.drive)}>
      {(view) => (
        <>
          <Verification of={view.verification} />
          <Content of={view} />
          {view.slug === null ? null : <Embed slug={view.slug} />}
        </>
      )}
    </ResourcePage>
  );
}

/** Whether the page of the Drive has the mark "Verified": its two facts, or what is missing. */
function Verification({
  of: { origin, website, handshake_at: at, domain },
}: {
  of: DriveContentView['verification'];
}): ReactNode {
  const words = texts.verification;
  if (origin && at && domain)
    return (
      <Alert tone="ok">
        <VerifiedFacts of={{ at, origin, domain }} />
      </Alert>
    );
  const why = origin
    ? [at ? '' : words.noAnswer(visible(origin)), domain ? '' : words.otherDomain(visible(origin), visible(website))]
    : [words.notLive];
  return <Alert tone="info">{[words.no, ...why].join(' ')}</Alert>;
}

function Content({ of: view }: { of: DriveContentView }): ReactNode {
  const [round, setRound] = useState(0);
  const develops = useMemberMay('develop');
  const path = { driveId: view.drive_id };
  const newest = view.versions[0];
  const decided = view.versions.find(({ reason }) => reason !== null);
  if (newest?.state === 'in_review' || !develops)
    return (
      <>
        <Alert tone="info">
          <p>{texts.editor.inReview}</p>
          {develops ? (
            <PostButton to={TO} options={{ path }} body={{ state: 'draft' }}>
              {texts.editor.takeBack}
            </PostButton>
          ) : null}
        </Alert>
        <Card title={texts.editor.preview}>
          {newest ? <ListingContent of={shownContent(view.drive_id, newest.body)} /> : null}
        </Card>
      </>
    );
  const open = newest?.state === 'draft' ? newest : undefined;
  return (
    <>
      {decided?.state === 'changes_requested' ? (
        <Alert tone="warn">{texts.editor.changesRequested(decided.reason ?? '')}</Alert>
      ) : (
        <p className="dim">{decided ? texts.editor.live : texts.editor.explanation}</p>
      )}
      <Editor key={round} of={view} open={open} />
      {open ? (
        <ConfirmButton
          to={TO}
          options={{ path, onDone: () => setRound(round + 1) }}
          body={{ state: 'withdrawn' }}
          title={texts.editor.discard}
          effect={texts.editor.discardEffect}
          confirm={texts.editor.discard}
          danger
        >
          {texts.editor.discard}
        </ConfirmButton>
      ) : null}
    </>
  );
}

/** The open version, or a new one that begins as the last one was; notes that were approved stay as they are. */
function Editor({ of: view, open }: { of: DriveContentView; open: ContentVersionView | undefined }): ReactNode {
  const [body, setBody] = useState<ContentBody>(open?.body ?? { ...EMPTY, ...view.versions[0]?.body, notes: [] });
  const set = (part: Partial<ContentBody>): void => setBody((old) => ({ ...old, ...part }));
  const path = { driveId: view.drive_id };
  const save = useSend('/api/v1/author/drives/{driveId}/content', { path, toast: texts.editor.saved });
  const submit = useSend(TO, { path, toast: texts.editor.submitted });
  const sent = { revision: open?.revision ?? 0, body };
  return (
    <div className="detail-columns">
      <form className="card stack" noValidate onSubmit={submitting(() => save.mutate(sent))}>
        <Textarea
          label={texts.editor.description}
          description={texts.editor.descriptionHelp}
          rows={12}
          maxLength={10_000}
          value={body.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <PicturesField
          driveId={view.drive_id}
          pictures={body.screenshots}
          onChange={(screenshots) => set({ screenshots })}
        />
        {KINDS.map((kind) => (
          <TextInput
            key={kind}
            type="url"
            label={texts.editor.links[kind]}
            placeholder={texts.editor.https}
            maxLength={2_048}
            value={body.links.find((link) => link.kind === kind)?.url ?? ''}
            onChange={({ currentTarget: { value: url } }) => {
              const others = body.links.filter((link) => link.kind !== kind);
              set({ links: url === '' ? others : [...others, { kind, url }] });
            }}
          />
        ))}
        <NotesField released={view.changes} notes={body.notes} onChange={(notes) => set({ notes })} />
        <SendError error={save.error ?? submit.error} />
        <div className="row">
          <Button type="submit" variant="default" loading={save.isPending}>
            {texts.editor.save}
          </Button>
          <Button
            loading={submit.isPending}
            onClick={() => save.mutate(sent, { onSuccess: () => submit.mutate({ state: 'in_review' }) })}
          >
            {texts.editor.submit}
          </Button>
        </div>
      </form>
      <Card title={texts.editor.preview}>
        <ListingContent of={shownContent(view.drive_id, body)} />
      </Card>
    </div>
  );
}
