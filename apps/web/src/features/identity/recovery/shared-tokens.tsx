import { Checkbox } from '@mantine/core';
import type { PasswordChangedView } from '../../../api/schema.js';
import { texts } from '../texts.js';

/** Tokens that a person made for others end with the password only when the person says so. */
export function SharedTokensChoice({ checked, onChange }: { checked: boolean; onChange: (on: boolean) => void }) {
  return (
    <Checkbox
      label={texts.sharedTokens.label}
      description={texts.sharedTokens.help}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** Which of them still work after the change; nothing when none do. */
export function KeptTokens({ tokens }: { tokens: PasswordChangedView['kept_tokens'] }) {
  if (tokens.length === 0) return null;
  return (
    <div>
      <p>{texts.sharedTokens.kept(tokens.length)}</p>
      <ul>
        {tokens.map(({ id, name, owner }) => (
          <li key={id}>
            <span className="strong">{name}</span> ({texts.sharedTokens.owners[owner]})
          </li>
        ))}
      </ul>
    </div>
  );
}
