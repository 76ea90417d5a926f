import type { ReactNode } from 'react';
import snippet from '../../docs/rotation.json';
import { CopyButton } from './copy.js';

/** How a Drive takes requests that are signed with either of two secrets, ready to copy. */
export function AcceptBoth(): ReactNode {
  return (
    <div className="stack stack-8">
      <p>
        Store the new secret as <code>PLATFORM_AGENT_SECRET</code> and the old one as{' '}
        <code>PLATFORM_AGENT_SECRET_PREVIOUS</code>, and take a request that is signed with either of them. When the old
        one has ended, take its variable away.
      </p>
      <pre tabIndex={0} aria-label={snippet.file}>
        {snippet.code}
      </pre>
      <div>
        <CopyButton text={snippet.code} label={`Copy ${snippet.file}`} />
      </div>
    </div>
  );
}
