import { useGet, type StatusPartView } from '../../api/hooks.js';
import { Days, goodShare } from '../../components/drives/plugin-evidence.js';
import { SiteResource, useTabTitle } from '../../components/layout/site.js';
import { formatUtc } from '../../lib/format.js';
import { common } from '../../text/common.js';
import { vocabulary } from '../../text/vocabulary.js';
import { texts } from './texts.js';

/** Which parts of the portal work, for everybody. */
export function StatusPage() {
  useTabTitle(common.status);
  const status = useGet('/api/public/status', {}, { refreshMs: 60_000 });
  return (
    <div className="site-wrap site-section stack">
      <h1>{common.status}</h1>
      <p className="dim">{texts.status.lead}</p>
      <SiteResource of={status}>{({ parts }) => parts.map((part) => <Part key={part.part} of={part} />)}</SiteResource>
    </div>
  );
}

function Part({ of: { part, state, seen_at: seenAt, days } }: { of: StatusPartView }) {
  const sum = (of: 'runs' | 'failed'): number => days.reduce((all, day) => all + day[of], 0);
  const recorded = days.filter(({ runs }) => runs > 0).length;
  return (
    <section className="site-card stack">
      <h2 className="row">
        {texts.status.parts[part]}
        <span className="site-badge" data-tone={vocabulary.part[state].tone}>
          {vocabulary.part[state].badge}
        </span>
      </h2>
      {seenAt ? <p className="dim num">{texts.status.seenAt(formatUtc(seenAt))}</p> : null}
      <Days of={days} text={texts.status.days(goodShare(sum('runs'), sum('failed')), recorded)} />
    </section>
  );
}
