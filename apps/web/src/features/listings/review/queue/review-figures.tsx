import { Link } from '@tanstack/react-router';
import type { ReviewHomeView } from '../../../../api/hooks.js';
import { StatusBadge } from '../../../../components/feedback/feedback.js';
import { Resource } from '../../../../components/feedback/resource.js';
import { HomeFigures } from '../../../../components/layout/home.js';
import { Card } from '../../../../components/layout/page.js';
import { useReviewHome } from '../../../../components/review/review-home.js';
import { Chart } from '../../../../components/values/chart.js';
import { Since, When } from '../../../../components/values/values.js';
import { formatCount, formatSpan } from '../../../../lib/format.js';
import { visible } from '../../../../lib/visible.js';
import { common } from '../../../../text/common.js';
import { texts } from '../../texts/review.js';

/** How the queue stands against the promise, above it. */
export function ReviewFigures() {
  const home = useReviewHome();
  return (
    <Resource of={home} what={texts.home.name} lines={3}>
      {({ due_hours, waiting, decided, median_ms }) => (
        <HomeFigures
          of={[
            [
              texts.home.waiting,
              formatCount(waiting.fresh + waiting.soon + waiting.overdue),
              texts.home.ages(formatCount(waiting.overdue), formatCount(waiting.soon)),
            ],
            [
              texts.home.oldest,
              waiting.oldest_since ? <Since at={waiting.oldest_since} /> : common.none,
              texts.home.promised(formatSpan(due_hours * 3_600_000)),
            ],
            [
              texts.home.decided,
              formatCount(decided),
              median_ms === null ? texts.home.noneDecided : texts.home.median(formatSpan(median_ms)),
            ],
          ]}
        />
      )}
    </Resource>
  );
}

/** What was decided lately, below the queue. */
export function ReviewDecisions() {
  const home = useReviewHome();
  return (
    <Resource of={home} what={texts.home.name} lines={3}>
      {({ days, decisions }) => (
        <div className="halves">
          <Card title={texts.home.happened}>
            {decisions.length === 0 ? <p className="dim">{texts.home.noneDecided}</p> : null}
            <ul className="checks">
              {decisions.map((one) => (
                <Decision key={one.id} of={one} />
              ))}
            </ul>
          </Card>
          <Card>
            <Chart
              title={texts.home.byDay}
              kind="bars"
              step="day"
              unit="count"
              stacked
              rows={days.map((one) => ({ ...one, at: one.day }))}
              series={[
                { label: texts.home.approved, value: (one) => one.approved },
                { label: texts.home.changesRequested, value: (one) => one.changes_requested },
                { label: texts.home.rejected, value: (one) => one.rejected },
              ]}
            />
          </Card>
        </div>
      )}
    </Resource>
  );
}

function Decision({ of }: { of: ReviewHomeView['decisions'][number] }) {
  const to = of.kind === 'submission' ? '/review/submissions/$id' : '/review/applications/$id';
  return (
    <li className="row row-between">
      <span className="row">
        <Link to={to} params={{ id: of.case_id }}>
          {visible(of.title)}
        </Link>
        <StatusBadge kind={of.kind === 'submission' ? 'version' : 'application'} code={of.decision} />
      </span>
      <span className="small dim">
        {visible(of.by)} · <When at={of.at} />
      </span>
    </li>
  );
}
