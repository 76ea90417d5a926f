import type { ReactNode } from 'react';
import { useGet, type ConformanceDayView, type PluginEvidenceView } from '../../api/hooks.js';
import { formatShare, formatUtcDate } from '../../lib/format.js';
import { visible } from '../../lib/visible.js';
import { SiteResource } from '../layout/site.js';
import { texts } from '../texts/evidence.js';
import { checksText } from './checks-text.js';

/** How the listing came to be, and what was found on the way. */
export function Steps({ of: evidence }: { of: PluginEvidenceView }): ReactNode {
  const { test_installs: installs } = evidence;
  const tried = installs.total > installs.not_run;
  const steps = [
    [texts.submitted, evidence.submitted_at, ''],
    [texts.checked, evidence.checked_at, checksText(evidence.checks).join(' ')],
    [texts.tried, tried ? evidence.checked_at : null, checksText(installs).join(' ')],
    [texts.reviewed, evidence.reviewed_at, texts.reviewedFor],
    ...evidence.accepted.map(({ check_id: id, title, until }) => [texts.accepted(id), until, title] as const),
  ] as const;
  return (
    <ol className="prose">
      {steps.map(([name, at, text]) =>
        at ? (
          <li key={name}>
            <strong>{name}</strong> <span className="dim num">{formatUtcDate(at)}</span>
            <div className="dim">{text}</div>
          </li>
        ) : null,
      )}
    </ol>
  );
}

/** What its author claims about regulated data, and until when evidence for it is accepted. */
export function ClaimList({ of }: { of: PluginEvidenceView['claims'] }): ReactNode {
  return (
    <ul className="stack">
      {of.map(({ text, proven_until: until }) => (
        <li key={text} className="row">
          {visible(text)}
          <span className="site-badge" data-tone={until ? 'ok' : undefined}>
            {until ? texts.acceptedUntil(formatUtcDate(until)) : texts.stated}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Every run of the checks in 28 days. */
export function DailyChecks({ slug }: { slug: string }): ReactNode {
  const history = useGet('/api/public/catalogue/{slug}/conformance', { path: { slug } });
  return (
    <SiteResource of={history}>
      {({ days }) => (
        <section className="stack">
          <h3>{texts.days}</h3>
          <Days of={days} />
        </section>
      )}
    </SiteResource>
  );
}

interface DaysProps {
  of: readonly ConformanceDayView[];
  text?: string;
}

/** A bar per day: half of one passed, a whole one failed, a line without a run. */
export function Days({ of: days, text = daysText(days) }: DaysProps): ReactNode {
  return (
    <figure>
      <svg viewBox={`0 0 ${days.length * 10} 40`} width="100%" role="img" aria-label={text}>
        {days.map(({ day, runs, failed }, i) => {
          const height = runs === 0 ? 2 : failed > 0 ? 40 : 20;
          const fill = runs === 0 ? 'var(--border-input)' : failed > 0 ? 'var(--danger)' : 'var(--primary)';
          return (
            <rect key={day} x={i * 10} y={40 - height} width={8} height={height} fill={fill}>
              <title>{texts.dayText(formatUtcDate(day), goodShare(runs, failed))}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="dim">{text}</figcaption>
    </figure>
  );
}

/** Rounded down: only what never failed is 100 %. Null without a run. */
export function goodShare(runs: number, failed: number): string | null {
  return runs === 0 ? null : formatShare(Math.floor(((runs - failed) / runs) * 10_000));
}

function daysText(days: readonly ConformanceDayView[]): string {
  const sum = (of: 'runs' | 'failed'): number => days.reduce((all, day) => all + day[of], 0);
  return texts.daysText(sum('runs'), sum('failed'));
}
