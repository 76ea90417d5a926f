import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { NotificationView } from '../../api/schema.js';
import type { MemberCapability } from '../../api/session.js';
import { parseSearch, safeReturnTo } from '../../lib/url-state.js';
import type { Tone } from '../../text/vocabulary.js';
import { EmptyState } from '../feedback/feedback.js';
import { MemberMay } from '../feedback/member-may.js';
import { texts } from '../texts/layout.js';
import { Figure, When } from '../values/values.js';
import { LinkButton } from './link-button.js';
import { Card } from './page.js';

/** One thing that waits for the reader, and where it is done. */
export interface Waiting {
  key: string;
  to: string;
  search?: Readonly<Record<string, string>> | undefined;
  text: string;
  /** Why, since when, until when. */
  note?: ReactNode;
  tone: Extract<Tone, 'warn' | 'bad' | 'info'>;
  /** The right that a member of an organisation needs for it. */
  may?: MemberCapability;
}

/** What needs the reader: a list with one action each. */
export function NeedsMe({ title, of, empty }: { title: string; of: readonly Waiting[]; empty: ReactNode }) {
  return (
    <Card title={title}>
      {of.length === 0 ? (
        <EmptyState>{empty}</EmptyState>
      ) : (
        <ul className="checks" aria-label={title}>
          {of.map(({ key, to, search, text, note, tone, may }) => {
            const open = (
              <LinkButton
                to={to}
                search={(search ?? {}) as never}
                variant="default"
                aria-label={texts.home.openNamed(text)}
              >
                {texts.home.open}
              </LinkButton>
            );
            return (
              <li key={key} className="row row-between">
                <span className="needs" data-tone={tone}>
                  <span className="strong">{text}</span>
                  {note ? <span className="small dim">{note}</span> : null}
                </span>
                {may ? <MemberMay do={may}>{open}</MemberMay> : open}
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}

/** A figure of a home, and what it is compared with. */
export type HomeFigure = readonly [label: string, value: ReactNode, note: ReactNode];

export function HomeFigures({ of }: { of: readonly HomeFigure[] }) {
  return (
    <div className="figures">
      {of.map(([label, value, note], i) => (
        <div key={`${label} ${i}`} className="card">
          <Figure label={label}>{value}</Figure>
          <div className="small dim">{note}</div>
        </div>
      ))}
    </div>
  );
}

interface HappenedProps {
  of: readonly Pick<NotificationView, 'id' | 'subject' | 'path' | 'at'>[];
  empty?: string;
}

/** What happened, the newest of each matter first. */
export function Happened({ of, empty = texts.home.nothingHappened }: HappenedProps) {
  return (
    <Card title={texts.home.happened}>
      {of.length === 0 ? <EmptyState>{empty}</EmptyState> : null}
      <ul className="checks">
        {of.map((row) => {
          const [page = '/', search = ''] = safeReturnTo(row.path ?? undefined).split('?');
          return (
            <li key={row.id} className="row row-between">
              {row.path === null ? (
                <span>{row.subject}</span>
              ) : (
                <Link to={page} search={parseSearch(search)}>
                  {row.subject}
                </Link>
              )}
              <span className="small dim">
                <When at={row.at} />
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
