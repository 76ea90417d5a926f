import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet, type CatalogueEntryView, type PluginEvidenceView, type PluginView } from '../../../api/hooks.js';
import { addressFacts } from '../../../components/drives/address-facts.js';
import { accented, ListingIcon, Shelf, Verified, type PluginPath } from '../../../components/drives/listing-card.js';
import { AuthorsText, ListingContent } from '../../../components/drives/listing-content.js';
import { highestLevel, PermissionList } from '../../../components/drives/permission-list.js';
import { checksText } from '../../../components/drives/checks-text.js';
import { ClaimList, DailyChecks, Steps } from '../../../components/drives/plugin-evidence.js';
import { chargedText } from '../../../components/drives/price.js';
import { NamedFacts } from '../../../components/layout/page.js';
import { SiteFacts } from '../../../components/layout/site.js';
import { formatDuration, formatUtcDate } from '../../../lib/format.js';
import { useUrlState } from '../../../lib/url-state.js';
import { visible } from '../../../lib/visible.js';
import { common } from '../../../text/common.js';
import { texts } from '../texts/plugin.js';
import { ReportConcern } from './report-concern.js';

/** A plugin before it is installed, as operators and as everybody sees it. */
type Shown = PluginView | CatalogueEntryView;

interface ReadProps {
  of: Shown;
  /** Its public entry; none while it is not in the catalogue. */
  entry: CatalogueEntryView | undefined;
  price: string;
  /** What only operators see of the price. */
  trial?: string | null;
}
interface PluginViewProps extends ReadProps {
  action: ReactNode;
  /** What stands in the way, or ends. */
  notices: ReactNode;
  to: PluginPath;
}

/** Of a filter; a longer category has no shelf. */
const MOST_LETTERS = 60;
const CAPABILITIES: Readonly<Record<string, string>> = texts.capabilities;
const TABS = ['overview', 'permissions', 'versions', 'evidence'] as const;

/** The page of a plugin: who it is, six facts that open, and what is behind them. */
export function PluginPageView({ action, notices, to, ...read }: PluginViewProps): ReactNode {
  const { of: shown, entry, price } = read;
  const { slug, name } = shown;
  const proof = useGet('/api/public/catalogue/{slug}/evidence', { path: { slug } }, { enabled: !!entry });
  const evidence = proof.data;
  const look = { icon_url: null, accent: null, ...entry, slug, name };
  const [tab] = useUrlState('tab', 'overview');
  return (
    <article className="plugin stack" aria-busy={proof.isLoading} style={accented(look)}>
      <header className="row row-between">
        <div className="row">
          <ListingIcon of={look} size={72} />
          <div>
            <h1>{name}</h1>
            <p>{shown.tagline}</p>
            <p className="dim">{texts.by(shown.author, shown.category)}</p>
            {entry?.verified ? <Verified of={entry.verified} /> : null}
          </div>
        </div>
        <div className="row">
          <strong className="num">{price}</strong>
          {action}
        </div>
      </header>
      {notices}
      <Facts {...read} evidence={evidence} />
      <nav className="row" aria-label={name}>
        {TABS.map((one) => (
          <Link key={one} to="." search={{ tab: one }} className="site-chip" aria-current={one === tab || undefined}>
            {texts.tabs[one]}
          </Link>
        ))}
      </nav>
      {tab === 'permissions' ? <Permissions of={shown} /> : null}
      {tab === 'versions' ? (
        <Versions of={'versions' in shown ? shown.versions : (evidence?.versions ?? [])} changes={shown.changes} />
      ) : null}
      {tab === 'evidence' && evidence ? (
        <>
          <Evidence of={evidence} />
          <DailyChecks slug={slug} />
        </>
      ) : null}
      {tab === 'overview' ? <Overview of={shown} evidence={evidence} /> : null}
      <Shelf title={texts.byAuthor(shown.author)} items={entry?.by_author ?? []} to={to} />
      <Similar of={shown} to={to} />
      {entry ? <ReportConcern slug={slug} /> : null}
    </article>
  );
}

function Overview({ of: shown, evidence }: { of: Shown; evidence: PluginEvidenceView | undefined }): ReactNode {
  return (
    <div className="detail-columns">
      <div className="stack">
        {shown.description === shown.tagline ? null : <p className="measure">{visible(shown.description)}</p>}
        <h2 className="visually-hidden">{texts.tabs.overview}</h2>
        <ListingContent of={shown.content} />
        <Permissions of={shown} />
      </div>
      <aside className="stack">
        {evidence ? <Evidence of={evidence} /> : null}
        <NamedFacts items={addressFacts(shown)} />
      </aside>
    </div>
  );
}

function Evidence({ of: evidence }: { of: PluginEvidenceView }): ReactNode {
  return (
    <section className="site-card stack">
      <h2>{texts.howWeKnow}</h2>
      <Steps of={evidence} />
      <ClaimList of={evidence.claims} />
    </section>
  );
}

/** Six facts; the name of each opens to what it means. */
function Facts({ of: shown, entry, evidence, price, trial }: ReadProps & { evidence?: PluginEvidenceView }): ReactNode {
  const [checks, rest] = (evidence?.checked_at && checksText(evidence.checks)) || [];
  const live = entry?.updated_at ?? ('versions' in shown ? shown.versions[0]?.published_at : null);
  const level = highestLevel(shown.permissions);
  const time = evidence?.response_time;
  const share = evidence?.answered_share ?? null;
  // Prices by agreement, on request and of several plans have no one sentence about charges.
  const charged = shown.price || shown.billing_model === 'author_billing' ? chargedText(shown) : '';
  const facts = [
    [price, common.price, [charged, trial, shown.quota && texts.quota(shown.quota)].filter(Boolean).join('. ')],
    [texts.permissions(shown.permissions.length), texts.level(level), texts.levels[level]],
    [checks, rest ?? '', texts.checksMeaning],
    [
      evidence && (time ? texts.median(formatDuration(time.median_ms)) : texts.notMeasured),
      texts.responseTime,
      [
        time ? texts.responseMeaning(formatDuration(time.p95_ms), time.answers) : texts.notMeasuredMeaning,
        share === null ? '' : texts.answeredShare(share),
      ].join(' '),
    ],
    [
      entry && texts.installs(entry.installs),
      texts.running,
      texts.installsMeaning(formatUtcDate(entry?.listed_at ?? new Date(0))),
    ],
    [
      shown.version ?? common.withoutANumber,
      live ? texts.liveSince(formatUtcDate(live)) : common.version,
      shown.digest,
    ],
  ] as const;
  return (
    <SiteFacts
      items={facts.map(([value, name, meaning]) => [
        name,
        value,
        <details key={name}>
          <summary>{name}</summary>
          {meaning}
        </details>,
      ])}
    />
  );
}

/** What it may do, in plain words, and the events on the way. */
function Permissions({ of: shown }: { of: Shown }): ReactNode {
  const listed = (words: readonly string[]): string => words.map((one) => visible(one)).join(', ');
  return (
    <section className="stack">
      <h2>{common.permissions}</h2>
      <p className="dim">{texts.permissionsLead}</p>
      <PermissionList permissions={shown.permissions} />
      <NamedFacts
        items={[
          [common.capabilities, listed(shown.capabilities.map((one) => CAPABILITIES[one] ?? one))],
          [texts.sends, listed(shown.events_emitted)],
          [texts.receives, listed(shown.events_consumed)],
        ]}
      />
    </section>
  );
}

/** The versions that went live, newest first, with what their author says of them. */
function Versions({ of, changes }: { of: PluginEvidenceView['versions']; changes: Shown['changes'] }): ReactNode {
  const notesOf = (version: string | null): string => changes.find((one) => one.version === version)?.notes ?? '';
  return (
    <ol className="prose">
      {of.map(({ version, published_at: at, digest }) => (
        <li key={`${digest} ${at}`}>
          <strong>{version === null ? common.withoutANumber : visible(version)}</strong>{' '}
          <span className="dim">{texts.liveSince(formatUtcDate(at))}</span>
          <AuthorsText>{notesOf(version)}</AuthorsText>
          <div>
            <code>{digest}</code>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Similar({ of: { slug, category }, to }: { of: Shown; to: PluginPath }): ReactNode {
  const query = { category: category ?? '', limit: 10 };
  const list = useGet('/api/public/catalogue', { query }, { enabled: !!category && category.length <= MOST_LETTERS });
  const others = list.data?.items.filter((one) => one.slug !== slug).slice(0, 3) ?? [];
  return <Shelf title={texts.similar} items={others} to={to} />;
}
