import { TextInput } from '@mantine/core';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { common } from '../../text/common.js';

export interface Choice {
  id: string;
  text: string;
  /** A second word about it: whose Drive it is. */
  note?: string;
}

interface PickOneProps<T extends Choice> {
  label: string;
  description?: string;
  /** Matches of the text, as decided by the source of the list. */
  choices: readonly T[];
  /** The list is still being looked up. */
  busy?: boolean;
  text: string;
  onText: (text: string) => void;
  chosen: T | null;
  /** Null while somebody types, because then nothing is chosen any more. */
  onChoose: (choice: T | null) => void;
  /** The field is left, with or without a choice. */
  onLeave?: () => void;
  error?: string | undefined;
}

/** A field in which something is searched for by name and chosen: by arrow keys and Enter, or by pointing at it. */
export function PickOne<T extends Choice>(props: PickOneProps<T>) {
  const { choices, chosen, onChoose } = props;
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const present = Math.min(at, choices.length - 1);
  useEffect(() => {
    list.current?.children[present]?.scrollIntoView({ block: 'nearest' });
  }, [present, open]);
  const choose = (choice: T | undefined): void => {
    if (!choice) return;
    onChoose(choice);
    // A new search begins with an empty field.
    props.onText('');
    setOpen(false);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') {
      if (open) setAt(Math.min(present + 1, choices.length - 1));
      setOpen(true);
    } else if (event.key === 'ArrowUp' && open) setAt(Math.max(present - 1, 0));
    else if (event.key === 'Enter' && open) {
      // The list shown during a search belongs to the previous input.
      if (!props.busy) choose(choices[present]);
    } else if (event.key === 'Escape' && open) setOpen(false);
    else return;
    // Esc closes only the list and not the dialog around it, Enter chooses and sends nothing.
    event.preventDefault();
  };
  const shown = open && choices.length > 0;
  return (
    <div className="pick">
      <div className="pick-field">
        <TextInput
          label={props.label}
          description={props.description}
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={shown ? `${id}-list` : undefined}
          aria-activedescendant={shown ? `${id}-${present}` : undefined}
          value={chosen ? chosen.text : props.text}
          onChange={(event) => {
            if (chosen) onChoose(null);
            props.onText(event.currentTarget.value);
            setAt(0);
            setOpen(true);
          }}
          onFocus={() => setOpen(chosen === null)}
          onClick={() => setOpen(true)}
          error={props.error}
          onBlur={() => {
            setOpen(false);
            props.onLeave?.();
          }}
          onKeyDown={onKey}
        />
        {shown ? (
          <ul
            ref={list}
            id={`${id}-list`}
            className="pick-list"
            role="listbox"
            aria-label={props.label}
            // A box that scrolls would be a stop of its own for the Tab key.
            tabIndex={-1}
            aria-busy={props.busy}
          >
            {choices.map((choice, i) => (
              <li
                key={choice.id}
                id={`${id}-${i}`}
                role="option"
                aria-selected={i === present}
                // The field must keep the focus, or the list is gone before it is clicked on.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(choice)}
              >
                {choice.text} {choice.note ? <span className="small dim">{choice.note}</span> : null}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <div className="small dim" role="status">
        {open && choices.length === 0 && !props.busy && props.text !== '' ? common.noMatches : ''}
      </div>
    </div>
  );
}
