import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useGet } from '../api/hooks.js';
import { meQuery } from '../api/session.js';
import type { Area, Me } from '../api/session.js';
import type { Schemas } from '../api/types.js';
import { Dialog } from '../components/layout/dialog.js';
import { areaNav, itemsFor, publicNav } from './nav.js';
import { texts } from './texts.js';

interface Target {
  to: string;
  text: string;
  area: string;
}

function targets(areas: readonly Area[], me: Me | null): Target[] {
  const own = areas.flatMap((area) =>
    itemsFor(area, me).map((item) => ({ to: item.to, text: item.text, area: areaNav[area].title })),
  );
  return [
    ...own,
    ...publicNav.slice(0, 4).map((item) => ({ to: item.to, text: item.text, area: texts.palette.everybody })),
  ];
}

const idPage = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

/** A pasted id has no page of its own, so every page that could hold it is offered. */
function idTargets(id: string, areas: readonly Area[]): Target[] {
  const pages: Partial<Record<Area, [string, string][]>> = {
    author: [
      ['/author/drives/', texts.palette.drive],
      ['/author/submissions/', texts.palette.submission],
      ['/author/payouts/', texts.palette.statement],
    ],
    review: [
      ['/review/submissions/', texts.palette.submission],
      ['/review/applications/', texts.palette.application],
    ],
    finance: [
      ['/finance/runs/', texts.palette.payoutRun],
      ['/finance/authors/', texts.palette.author],
      ['/finance/invoices/', texts.palette.invoice],
      ['/finance/refunds/', texts.palette.refund],
      ['/finance/disputes/', texts.palette.dispute],
      ['/finance/statements/', texts.palette.statement],
    ],
    plugins: [['/plugins/installed/', texts.palette.install]],
    admin: [['/audit?subject_id=', texts.palette.auditTrailOf]],
  };
  return areas.flatMap((area) =>
    (pages[area] ?? []).map(([start, what]) => ({
      to: `${start}${id}`,
      text: `${what} ${id}`,
      area: areaNav[area].title,
    })),
  );
}

type Found = Schemas['FoundView'];

/** Where a thing is opened, and what it is called there. */
const opens: Record<Found['kind'], (one: Found) => Omit<Target, 'text'>> = {
  drive: ({ id }) => ({ to: `/author/drives/${id}`, area: texts.palette.drive }),
  submission: ({ id }) => ({ to: `/review/submissions/${id}`, area: texts.palette.caseArea }),
  application: ({ id }) => ({ to: `/review/applications/${id}`, area: texts.palette.application }),
  live_drive: ({ note, name }) => ({
    to: `/review/drives?q=${encodeURIComponent(name)}`,
    area: texts.palette.liveDriveOf(note),
  }),
  author: ({ id, note }) => ({
    to: `/audit?subject_id=${id}`,
    area: note === '' ? texts.palette.author : texts.palette.authorOf(note),
  }),
  plugin: ({ id }) => ({ to: `/plugins/${id}`, area: texts.palette.plugin }),
  install: ({ id, note }) => ({ to: `/plugins/installed/${id}`, area: texts.palette.installedIn(note) }),
};

/** Finance looks at what an author is owed for, admins at what happened to it. */
function nameTargets(found: readonly Found[], areas: readonly Area[]): Target[] {
  return found.map((one) => {
    const { to, area } = opens[one.kind](one);
    const finance = one.kind === 'author' && areas.includes('finance');
    return { to: finance ? `/finance/authors/${one.id}` : to, text: one.name, area };
  });
}

/** Ctrl K: pages and things by name, things by id; only what the roles may see. */
export function Palette({ areas, onClose }: { areas: readonly Area[]; onClose: () => void }): ReactNode {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const me = useQuery(meQuery).data ?? null;
  const wanted = text.trim().toLowerCase();
  const q = useDeferredValue(text.trim());
  const byName = areas.length > 0 && q.length >= 2 && !idPage.test(q);
  const names = useGet('/api/v1/search', { query: { q } }, { enabled: byName });
  const searching = byName && (names.isFetching || q !== text.trim());
  const found = idPage.test(wanted)
    ? idTargets(wanted, areas)
    : [
        ...targets(areas, me).filter((target) => `${target.area} ${target.text}`.toLowerCase().includes(wanted)),
        ...(byName ? nameTargets(names.data?.items ?? [], areas) : []),
      ];
  const go = (target: Target | undefined): void => {
    if (!target) return;
    onClose();
    void navigate({ href: target.to });
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Enter') go(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog open title={texts.palette.dialogTitle} onClose={onClose}>
      <TextInput
        label={texts.palette.pageNameIdLabel}
        value={text}
        role="combobox"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={found[at] ? `palette-${at}` : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <ul id="palette-list" className="palette-list" role="listbox" aria-label={texts.palette.foundLabel}>
        {found.map((target, i) => (
          <li key={`${target.to} ${target.area}`} role="presentation">
            <a
              id={`palette-${i}`}
              role="option"
              aria-selected={i === at}
              href={target.to}
              onClick={(event) => {
                event.preventDefault();
                go(target);
              }}
            >
              {target.text} <span className="small dim">{target.area}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="dim" role="status">
        {names.error ? texts.palette.namesUnavailable : null}
        {found.length === 0 && !names.error ? (searching ? texts.palette.searching : texts.palette.noMatches) : null}
      </p>
    </Dialog>
  );
}
