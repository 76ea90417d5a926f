import { useGet } from '../../../api/hooks.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { When } from '../../../components/values/values.js';
import { formatSpan, humanize } from '../../../lib/format.js';
import { useParam } from '../../../lib/url-state.js';
import { visible } from '../../../lib/visible.js';
import { common } from '../../../text/common.js';
import { texts } from '../texts/listing.js';

const { driveCase: words } = texts;

/** What holds a Drive: why, what would pass, who acts, how long it takes. */
export function DriveCasePage() {
  const driveId = useParam('id');
  const held = useGet('/api/v1/author/drives/{driveId}/case', { path: { driveId } }, { refreshMs: 10_000 });
  return (
    <ResourcePage of={held} title={words.title(held.data?.drive_name ?? common.drive)}>
      {({ holds, queue, may_appeal_until: until }) => (
        <>
          <Facts
            titles={words.facts}
            items={{
              queue: queue ? words.place(queue.position, queue.waiting) : null,
              since: queue ? <When at={queue.since} /> : null,
              usual: queue ? (queue.usual_ms === null ? words.notKnown : formatSpan(queue.usual_ms)) : null,
              due: queue ? <When at={queue.due} /> : null,
              appeal: until ? <When at={until} /> : null,
            }}
          />
          {holds.length === 0 ? <p>{words.nothing}</p> : null}
          {holds.map(({ kind, party, why, passes, check, place, rule, docs }) => (
            <Card key={`${kind} ${check} ${place}`} title={visible(why)}>
              <Facts
                titles={words.facts}
                items={{
                  party: humanize(party),
                  fix: visible(passes, true),
                  place: <code>{visible(place)}</code>,
                  rule: <a href={docs}>{visible(rule)}</a>,
                  check,
                }}
              />
            </Card>
          ))}
        </>
      )}
    </ResourcePage>
  );
}
