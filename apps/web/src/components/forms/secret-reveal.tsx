import { Button } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '../values/values.js';
import { ShownOnce } from '../feedback/shown-once.js';
import { apart } from '../../lib/apart.js';
import { download } from '../../lib/download.js';
import { texts } from '../texts/forms.js';
import { common, rich } from '../../text/common.js';

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

/** Shows a new secret once: masked until pressed, copy, download, and closes only after "I stored it". */
export function SecretReveal({
  secret,
  variable,
  console,
  title = texts.secretReveal.yourNewSigningSecret,
  place = texts.secretReveal.defaultPlace,
  onStored,
}: SecretRevealProps) {
  const [shown, setShown] = useState(false);
  return (
    <ShownOnce title={title} warning={texts.secretReveal.warning(place)} onStored={onStored}>
      <div className="row">
        <code className="secret-value grow" data-testid="secret-value">
          {shown ? secret : '•'.repeat(32)}
        </code>
        <CopyButton text={secret} label={texts.secretReveal.copyTheSecret} />
      </div>
      <div className="row">
        <Button variant="default" onClick={() => setShown(!shown)}>
          {shown ? texts.secretReveal.hide : common.show}
        </Button>
        <Button variant="default" onClick={() => download('drive-secret.env', `${variable}=${secret}\n`)}>
          {texts.secretReveal.downloadEnvLine}
        </Button>
      </div>
      {console ? (
        <p className="small dim">
          {rich(texts.secretReveal.explanation, {
            link: (text) => (
              <a href={apart(console)} target="_blank" rel="noreferrer">
                {text}
              </a>
            ),
          })}
        </p>
      ) : null}
    </ShownOnce>
  );
}
