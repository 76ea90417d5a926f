import { Link } from '@tanstack/react-router';
import { NamedFacts } from '../../components/layout/page.js';
import data from '../../docs/generated/errors.json';
import { Anchors, Code, DocsPage, useFilter } from './docs-page.js';
import { texts } from './texts.js';
import { common } from '../../text/common.js';

const all = data.groups;
type ErrorGroup = (typeof all)[number];
type ErrorEntry = ErrorGroup['entries'][number];

/** Every refusal, with who refuses and why; `#api-slug_taken` leads to one, `?q=` filters. */
export function ErrorsPage() {
  const [groups, filter] = useFilter(all, 'entries', texts.errors.names.errors);
  return (
    <DocsPage title={common.errors}>
      <nav aria-label={texts.errors.groupsOfErrorsLabel}>
        <ul className="row">
          {all.map(({ id, title, entries }) => (
            <li key={id}>
              <Link to="/docs/errors" hash={id}>
                {title}
              </Link>{' '}
              <span className="dim num">({entries.length})</span>
            </li>
          ))}
        </ul>
      </nav>
      {filter}
      {groups.map((group) => (
        <Group key={group.id} group={group} />
      ))}
    </DocsPage>
  );
}

function Group({ group }: { group: ErrorGroup }) {
  return (
    <section className="stack" id={group.id} aria-labelledby={`${group.id}-title`}>
      <h2 id={`${group.id}-title`}>{group.title}</h2>
      <p className="measure">{group.about}</p>
      {group.entries.map((entry) => (
        <Entry key={entry.anchor} entry={entry} />
      ))}
    </section>
  );
}

function Entry({ entry }: { entry: ErrorEntry }) {
  const { anchor, status, code, spellings, meaning, cause, fix, clause, check, routes, body } = entry;
  return (
    <section className="card stack stack-8" id={anchor}>
      <h3>
        <a href={`#${anchor}`}>
          {status} <code>{code}</code>
        </a>
      </h3>
      <p>{meaning}</p>
      <NamedFacts
        items={[
          [texts.errors.facts.accepted, spellings.length > 1 ? <Spellings key="s" of={spellings} /> : null],
          [common.cause, cause],
          [common.fix, fix],
          [common.contract, clause],
          [common.check, check ? <Anchors key="c" to="/docs/checks" ids={[check]} /> : null],
          [texts.errors.facts.routes, routes.length > 0 ? <Routes key="r" routes={routes} /> : null],
        ]}
      />
      <details className="docs-details">
        <summary>{common.example}</summary>
        <Code label={texts.errors.exampleOf(code)}>{body}</Code>
      </details>
    </section>
  );
}

function Spellings({ of }: { of: readonly string[] }) {
  return (
    <span className="docs-values">
      {of.map((spelling) => (
        <code key={spelling}>{spelling}</code>
      ))}
    </span>
  );
}

function Routes({ routes }: { routes: ErrorEntry['routes'] }) {
  return (
    <ul>
      {routes.map(({ anchor, text }) => (
        <li key={anchor}>
          <Link to="/docs/api" hash={anchor}>
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
