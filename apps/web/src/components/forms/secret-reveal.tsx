import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { CopyButton } from '../values/copy.js';
import { Dialog } from '../layout/dialog.js';
import { Alert } from '../feedback/states.js';
import { WhyNot } from '../feedback/why-not.js';

interface SecretRevealProps {
  /** The value, shown this once. The owner drops it from its state in `onStored`. */
  secret: string;
  /** Name of the variable for the `.env` line. */
  variable: string;
  /** The reference Drive's console, in the sandbox: a Drive that runs and can take the secret. */
  console?: string | null;
  title?: string;
  /** Where it belongs. */
  place?: string;
  onStored: () => void;
}

function download(line: string): void {
  const url = URL.createObjectURL(new Blob([`${line}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'drive-secret.env';
  link.click();
  URL.revokeObjectURL(url);
}

/** Shows a new secret once: masked until pressed, copy, download, and closes only after "I stored it". */
export function SecretReveal({
  secret,
  variable,
  console,
  title = 'Your new signing secret',
  place = 'Store it where your Drive reads its settings.',
  onStored,
}: SecretRevealProps): ReactNode {
  const [shown, setShown] = useState(false);
  const [stored, setStored] = useState(false);
  return (
    <Dialog open title={title} onClose={() => (stored ? onStored() : undefined)}>
      <Alert tone="warn">This is the only time it is shown. {place}</Alert>
      <div className="row">
        <code className="secret-value grow" data-testid="secret-value">
          {shown ? secret : '•'.repeat(32)}
        </code>
        <CopyButton text={secret} label="Copy the secret" />
      </div>
      <div className="row">
        <Button variant="default" onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'}
        </Button>
        <Button variant="default" onClick={() => download(`${variable}=${secret}`)}>
          Download as .env line
        </Button>
      </div>
      {console ? (
        <p className="small dim">
          Trying it with the reference Drive?{' '}
          <a href={console} target="_blank" rel="noreferrer">
            Paste it into its console
          </a>
          .
        </p>
      ) : null}
      <Checkbox checked={stored} onChange={(event) => setStored(event.currentTarget.checked)} label="I stored it" />
      <div className="dialog-actions">
        <WhyNot reason={stored ? null : 'Confirm that you stored it. It will not be shown again.'}>
          {(described) => (
            <Button {...described} onClick={onStored}>
              Done
            </Button>
          )}
        </WhyNot>
      </div>
    </Dialog>
  );
}
