import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { searchDocs, type DocEntry } from '../../docs/search.js';
import { texts } from './texts.js';

/** The index is loaded once, at the first search; the server is not called after that. */
let index: Promise<readonly DocEntry[]> | undefined;
function loadIndex(): Promise<readonly DocEntry[]> {
  index ??= import('../../docs/generated/search.json').then(({ default: { entries } }) => entries);
  return index;
}

/** One search over checks, fields, errors, endpoints and guides. */
export function DocsSearch() {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [entries, setEntries] = useState<readonly DocEntry[]>([]);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const groups = open ? searchDocs(entries, text) : [];
  const flat = groups.flatMap((group) => group.entries);
  const shown = open && text.trim() !== '' && entries.length > 0;
  const optionId = (entry: DocEntry): string => `${id}-${flat.indexOf(entry)}`;
  const go = (entry: DocEntry | undefined): void => {
    if (!entry) return;
    setOpen(false);
    setText('');
    void navigate({ href: entry.href });
  };
  const onKey = (event: KeyboardEvent): void => {
    const last = flat.length - 1;
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, last));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Enter') go(flat[at]);
    else if (event.key === 'Escape' && open) setOpen(false);
    else return;
    event.preventDefault();
    const option = document.getElementById(`${id}-${event.key === 'ArrowUp' ? at - 1 : at + 1}`);
    option?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div
      className="docs-search"
      ref={box}
      onBlur={(event) => {
        if (!box.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <TextInput
        type="search"
        aria-label={texts.docsSearch.searchTheDocumentationLabel}
        placeholder={texts.docsSearch.searchTheDocumentationLabel}
        value={text}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-activedescendant={shown && flat[at] ? `${id}-${at}` : undefined}
        autoComplete="off"
        onFocus={() => void loadIndex().then(setEntries)}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
          setOpen(true);
        }}
        onKeyDown={onKey}
      />
      <p className="visually-hidden" role="status">
        {shown ? texts.docsSearch.results(flat.length) : ''}
      </p>
      <div
        id={`${id}-list`}
        className="docs-results"
        role="listbox"
        aria-label={texts.docsSearch.resultsLabel}
        hidden={!shown}
      >
        {groups.map(({ group, entries: found, more }) => (
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <p id={`${id}-${group}`} className="small strong dim">
              {group}
              {more > 0 ? texts.docsSearch.moreAddWord(more) : ''}
            </p>
            {found.map((entry) => (
              <a
                key={entry.href}
                id={optionId(entry)}
                role="option"
                tabIndex={-1}
                aria-selected={flat[at] === entry}
                href={entry.href}
                onMouseDown={(event) => event.preventDefault()}
                onClick={(event) => {
                  event.preventDefault();
                  go(entry);
                }}
              >
                <span className="strong">{entry.title}</span>
                <span className="small dim docs-result-text">{entry.text}</span>
              </a>
            ))}
          </div>
        ))}
        {shown && flat.length === 0 ? <p className="dim">{texts.docsSearch.explanation}</p> : null}
      </div>
    </div>
  );
}
