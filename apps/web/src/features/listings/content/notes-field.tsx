import { Button, Textarea, TextInput } from '@mantine/core';
import type { ReleasedVersionView } from '../../../api/schema.js';
import { common } from '../../../text/common.js';
import { texts } from '../texts/content.js';
import type { ContentBody } from './shown-content.js';

type Notes = ContentBody['notes'];

/** What versions change; the newest one without notes is offered first. */
export function NotesField({
  released,
  notes,
  onChange,
}: {
  released: readonly ReleasedVersionView[];
  notes: Notes;
  onChange: (notes: Notes) => void;
}) {
  const next = released.find(
    ({ version, notes: known }) => known === null && !notes.some((one) => one.version === version),
  );
  const change = (at: number, part: Partial<Notes[number]>): void =>
    onChange(notes.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <fieldset className="stack facet">
      <legend>{texts.notes.legend}</legend>
      <p className="small dim">{texts.notes.explanation}</p>
      {notes.map(({ version, notes: text }, at) => (
        // The version is what is typed, so it is no key.
        <div key={at} className="stack stack-4">
          <TextInput
            label={common.version}
            maxLength={40}
            value={version}
            onChange={(event) => change(at, { version: event.currentTarget.value })}
          />
          <Textarea
            label={texts.notes.notes}
            rows={4}
            maxLength={4_000}
            value={text}
            onChange={(event) => change(at, { notes: event.currentTarget.value })}
          />
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onChange(notes.filter((_, index) => index !== at))}
          >
            {common.remove}
          </Button>
        </div>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => onChange([...notes, { version: next?.version ?? '', notes: '' }])}
      >
        {texts.notes.add}
      </Button>
    </fieldset>
  );
}
