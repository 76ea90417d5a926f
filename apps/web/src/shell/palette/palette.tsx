import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState, type KeyboardEvent } from 'react';
import { useGet, type FoundView } from '../../api/hooks.js';
import { useMe, type Area, type Me } from '../../api/session.js';
import { Dialog } from '../../components/layout/dialog.js';
import { mostLike } from './alike.js';
import { areaNav, groupsFor, itemsOf, resourcesFor, type NavGroup } from '../navigation/nav.js';
import { texts } from '../texts.js';
import { common } from '../../text/common.js';

interface Target {
  to: string;
  text: string;
  area: string;
}

function targets(areas: readonly Area[], me: Me | null): Target[] {
  const of = (groups: readonly NavGroup[], area: string): Target[] =>
    itemsOf(groups).map(({ to, text }) => ({ to, text, area }));
  return [
    ...areas.flatMap((area) => of(groupsFor(area, me), areaNav[area].title)),
    ...of([resourcesFor(me)], common.everybody),
  ];
}

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

/** The audit trail of a thing, which admins can open even where the thing has no page. */
function trailOf(id: string): Target {
  return { to: `/audit?subject_id=${id}`, text: `${texts.palette.auditTrailOf} ${id}`, area: areaNav.admin.title };
}

/** The page of a thing, and its name there. Things without a page, or found by admins only, lead to their trail. */
const opens: Record<FoundView['kind'], (one: FoundView) => Omit<Target, 'text'>> = {
  drive: ({ id }) => ({ to: `/author/drives/${id}`, area: common.drive }),
  own_submission: ({ id }) => ({ to: `/author/submissions/${id}`, area: common.submission }),
  own_statement: ({ id }) => ({ to: `/author/payouts/${id}`, area: common.statement }),
  submission: ({ id }) => ({ to: `/review/submissions/${id}`, area: texts.palette.caseArea }),
  application: ({ id }) => ({ to: `/review/applications/${id}`, area: common.application }),
  live_drive: ({ note, name }) => ({
    to: `/review/drives?q=${encodeURIComponent(name)}`,
    area: texts.palette.liveDriveOf(note),
  }),
  author: ({ id, note }) => ({
    to: `/audit?subject_id=${id}`,
    area: note === '' ? common.author : texts.palette.authorOf(note),
  }),
  plugin: ({ id }) => ({ to: `/plugins/${id}`, area: common.plugin }),
  install: ({ id, note }) => ({ to: `/plugins/installed/${id}`, area: texts.palette.installedIn(note) }),
  person: ({ note }) => ({ to: `/admin/people?q=${encodeURIComponent(note)}`, area: texts.palette.person(note) }),
  tenant: ({ name, note }) => ({
    to: `/admin/tenants?q=${encodeURIComponent(name)}`,
    area: texts.palette.tenant(note),
  }),
  venture: ({ note }) => ({ to: `/admin/tenants?q=${encodeURIComponent(note)}`, area: texts.palette.ventureOf(note) }),
  invoice: ({ id, note }) => ({ to: `/finance/invoices/${id}`, area: texts.palette.invoiceOf(note) }),
  own_invoice: ({ id, note }) => ({ to: `/plugins/invoices/${id}`, area: texts.palette.invoiceOf(note) }),
  refund: ({ id, note }) => ({ to: `/finance/refunds/${id}`, area: texts.palette.refundTo(note) }),
  dispute: ({ id, note }) => ({ to: `/finance/disputes/${id}`, area: texts.palette.disputeOf(note) }),
  payout_run: ({ id }) => ({ to: `/finance/runs/${id}`, area: common.payoutRun }),
  statement: ({ id, note }) => ({ to: `/finance/statements/${id}`, area: texts.palette.statementOf(note) }),
};

/** Finance opens the balance of an author, admins the trail; an install has no page for admins; operators install plugins. */
function foundTargets(found: readonly FoundView[], areas: readonly Area[]): Target[] {
  return found.map((one) => {
    const { to, area } = opens[one.kind](one);
    if (one.kind === 'author' && areas.includes('finance'))
      return { to: `/finance/authors/${one.id}`, text: one.name, area };
    if (one.kind === 'plugin' && !areas.includes('plugins'))
      return { to: `/catalogue/${one.id}`, text: one.name, area };
    if (one.kind === 'install' && !areas.includes('plugins')) return { ...trailOf(one.id), text: one.name, area };
    return { to, text: one.name, area };
  });
}

export interface PaletteProps {
  areas: readonly Area[];
  onClose: () => void;
}

/** Ctrl K: pages by name, things by name or id; only what the roles may see. */
export function Palette({ areas, onClose }: PaletteProps) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const me = useMe();
  const wanted = text.trim().toLowerCase();
  const q = useDeferredValue(text.trim());
  const asks = me !== null && q.length >= 2;
  const names = useGet('/api/v1/search', { query: { q } }, { enabled: asks });
  const searching = asks && (names.isFetching || q !== text.trim());
  const pages = targets(areas, me);
  const nameOf = ({ area, text: name }: Target): string => `${area} ${name}`;
  const exact = [
    ...pages.filter((page) => nameOf(page).toLowerCase().includes(wanted)),
    ...(asks ? foundTargets(names.data?.items ?? [], areas) : []),
    ...(ID.test(wanted) && areas.includes('admin') ? [trailOf(wanted)] : []),
  ];
  const all = exact.length > 0 || searching ? exact : mostLike(wanted, pages, nameOf);
  const go = (target: Target | undefined): void => {
    if (!target) return;
    onClose();
    void navigate({ href: target.to });
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, all.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Enter') go(all[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={common.searchAndJump} onClose={onClose}>
      <TextInput
        label={texts.palette.pageNameIdLabel}
        value={text}
        role="combobox"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={all[at] ? `palette-${at}` : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <ul id="palette-list" className="palette-list" role="listbox" aria-label={texts.palette.foundLabel}>
        {all.map((target, i) => (
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
        {names.error ? texts.palette.namesUnavailable : searching ? texts.palette.searching : null}
        {names.error || searching ? null : all.length === 0 ? common.noMatches : texts.palette.results(all.length)}
      </p>
    </Dialog>
  );
}
