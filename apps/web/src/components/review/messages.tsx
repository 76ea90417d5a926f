import { visible } from '../../lib/visible.js';
import { When } from '../values/values.js';

interface Message {
  id: string;
  writer: string;
  at: string;
  text: string;
}

/** A conversation, oldest first. */
export function Messages({ label, messages }: { label: string; messages: readonly Message[] }) {
  return (
    <ol className="timeline" aria-label={label}>
      {messages.map(({ id, writer, at, text }) => (
        <li key={id}>
          <div className="row">
            <span className="strong">{visible(writer)}</span>
            <span className="small dim">
              <When at={at} />
            </span>
          </div>
          <div className="small pre-line">{visible(text, true)}</div>
        </li>
      ))}
    </ol>
  );
}
