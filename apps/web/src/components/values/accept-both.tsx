import snippet from '../../docs/generated/rotation.json';
import { CopyButton } from './values.js';
import { texts } from '../texts/values.js';
import { common, rich } from '../../text/common.js';

/** How a Drive takes requests that are signed with either of two secrets, ready to copy. */
export function AcceptBoth() {
  return (
    <div className="stack stack-8">
      <p>
        {rich(texts.acceptBoth.explanation, {
          secretVariable: <code>PLATFORM_AGENT_SECRET</code>,
          previousVariable: <code>PLATFORM_AGENT_SECRET_PREVIOUS</code>,
        })}
      </p>
      <pre tabIndex={0} aria-label={snippet.file}>
        {snippet.code}
      </pre>
      <div>
        <CopyButton text={snippet.code} label={common.copyFile(snippet.file)} />
      </div>
    </div>
  );
}
