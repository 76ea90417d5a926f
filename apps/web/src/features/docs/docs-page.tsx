import { TextInput } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { Page } from '../../components/layout/page.js';
import { DocsSearch } from './docs-search.js';
import { texts } from './texts.js';
import { common } from '../../text/common.js';
import { controlled } from '../../lib/use-form.js';
import { useUrlState } from '../../lib/url-state.js';
import { holdsWords } from '../../docs/search.js';
import './docs.css';

const PAGES: readonly (readonly [to: string, text: string])[] = [
  ['/docs', texts.docsPage.quickstart],
  ['/docs/contract', common.contract],
  ['/docs/signing', common.signing],
  ['/docs/fields', texts.docsPage.fields],
  ['/docs/embedding', texts.docsPage.embedding],
  ['/docs/checks', common.checks],
  ['/docs/errors', common.errors],
  ['/docs/vectors', common.testVectors],
  ['/docs/api', texts.docsPage.api],
  ['/docs/webhooks', common.webhooks],
  ['/docs/host-api', texts.docsPage.hostApi],
  ['/docs/host-events', texts.docsPage.hostEvents],
];

/** Scrolls the fragment of the address into view: opens it when it is folded, and moves the focus there. */
function useAnchor(): void {
  const hash = useRouterState({ select: (state) => state.location.hash });
  useEffect(() => {
    const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash));
    if (!target) return;
    if (target instanceof HTMLDetailsElement) target.open = true;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    target.scrollIntoView();
  }, [hash]);
}

/** A page of the documentation: its title, the way to the other pages, and the search over all of them. */
export function DocsPage({ title, children }: { title: string; children: ReactNode }) {
  useAnchor();
  return (
    <Page title={title} actions={<DocsSearch />}>
      <nav aria-label={texts.docsPage.documentationLabel}>
        <ul className="docs-nav">
          {PAGES.map(([to, text]) => (
            <li key={to}>
              <Link to={to} activeOptions={{ exact: true, includeSearch: false }}>
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </Page>
  );
}

/**
 * The groups of one page with the entries under `of` that have every word of its filter, and the filter, whose input stays
 * in the address. Groups of which nothing is left are left out.
 */
export function useFilter<K extends string, T, G extends { readonly [Key in K]: readonly T[] }>(
  groups: readonly G[],
  of: K & keyof G,
  what: string,
  /** Words that count for every entry of a group. */
  wordsOf: (group: G) => string = () => '',
): [found: readonly G[], filter: ReactNode, query: string] {
  const [query, setQuery] = useUrlState('q');
  const found = groups
    .map((group) => ({ ...group, [of]: group[of].filter((one) => holdsWords([wordsOf(group), one], query)) }))
    .filter((group) => group[of].length > 0);
  const count = (list: readonly G[]): number => list.reduce((total, group) => total + group[of].length, 0);
  return [
    found,
    <>
      <TextInput
        className="form"
        label={texts.docsPage.filterThisPageLabel}
        type="search"
        {...controlled(query, setQuery)}
        description={texts.docsPage.filterThisPageHelp(count(found), count(groups), what)}
      />
      {found.length === 0 ? <p>{texts.docsPage.explanation}</p> : null}
    </>,
    query,
  ];
}

/** A text that keeps its lines, or a value as JSON, in a box that scrolls by itself. */
export function Code({ label, children }: { label: string; children: unknown }) {
  return (
    <pre className="grow" tabIndex={0} role="region" aria-label={label}>
      {typeof children === 'string' ? children : JSON.stringify(children, null, 2)}
    </pre>
  );
}

interface AnchorsProps {
  to: '/docs/checks' | '/docs/errors';
  ids: readonly string[];
  /** What anchors there have before the id. */
  prefix?: string;
}

/** Numbers of checks or codes of errors, each a link to its description. */
export function Anchors({ to, ids, prefix = '' }: AnchorsProps) {
  return ids.map((id, i) => (
    <span key={id}>
      {i > 0 ? ', ' : ''}
      <Link to={to} hash={`${prefix}${id}`}>
        {id}
      </Link>
    </span>
  ));
}
