import { useGet, useSend, type WaitingContentView } from '../../../api/hooks.js';
import { AuthorsText, ListingContent } from '../../../components/drives/listing-content.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { Card } from '../../../components/layout/page.js';
import { Cases } from '../../../components/review/cases.js';
import { When } from '../../../components/values/values.js';
import { visible } from '../../../lib/visible.js';
import { common } from '../../../text/common.js';
import { texts } from '../texts/content.js';
import { shownContent, type ContentBody } from './shown-content.js';

/** Content that authors submitted, each beside what is live, with the decision. */
export function WaitingContent() {
  const list = useGet('/api/v1/review/contents', undefined, { refreshMs: 15_000 });
  return (
    <Cases of={list} empty={texts.review.empty}>
      {(one) => <Waiting key={one.id} of={one} />}
    </Cases>
  );
}

function Waiting({ of: { id, drive_id, drive_name, author, waiting_since } }: { of: WaitingContentView }) {
  const content = useGet('/api/v1/author/drives/{driveId}/content', { path: { driveId: drive_id } });
  const version = content.data?.versions.find((one) => one.id === id);
  const live = content.data?.versions.find(({ state }) => state === 'approved');
  return (
    <Card
      title={visible(drive_name)}
      actions={
        version ? (
          <div className="row">
            <Decide id={id} revision={version.revision} state="changes_requested" />
            <Decide id={id} revision={version.revision} state="approved" />
          </div>
        ) : null
      }
    >
      <p className="dim">
        {visible(author)} · <When at={waiting_since} />
      </p>
      <div className="side-by-side">
        <Side title={texts.review.live} driveId={drive_id} body={live?.body} />
        <Side title={common.submitted} driveId={drive_id} body={version?.body} />
      </div>
    </Card>
  );
}

/** Everything of one version, as its page shows it, and in its own words where these show nothing. */
function Side({ title, driveId, body }: { title: string; driveId: string; body: ContentBody | undefined }) {
  return (
    <section className="stack">
      <h3>{title}</h3>
      {body ? <ListingContent of={shownContent(driveId, body)} /> : <p className="dim">{common.none}</p>}
      {body?.links.map(({ kind, url }) => (
        <p key={kind} className="small">
          <code>{visible(url)}</code>
        </p>
      ))}
      {body?.screenshots.map(({ digest, alt }) => (
        <p key={digest} className="small">
          {visible(alt)}
        </p>
      ))}
      {body?.notes.map(({ version, notes }) => (
        <div key={version}>
          <h4>{common.versionNumber(version)}</h4>
          <AuthorsText>{notes}</AuthorsText>
        </div>
      ))}
    </section>
  );
}

function Decide({ id, revision, state }: { id: string; revision: number; state: 'approved' | 'changes_requested' }) {
  const decide = useSend('/api/v1/review/contents/{id}/decide', { path: { id }, toast: texts.review.toast[state] });
  const words = texts.review.decisions[state];
  return (
    <DialogButton
      variant={state === 'approved' ? 'filled' : 'default'}
      dialog={(close) => (
        <ReasonDialog
          title={words}
          effect={texts.review.effects[state]}
          readBy={common.sentToTheAuthor}
          confirm={words}
          send={decide}
          onClose={close}
          onConfirm={({ text: reason }) => decide.mutate({ state, reason, revision })}
        />
      )}
    >
      {words}
    </DialogButton>
  );
}
