import type { ApplicationView } from '../../api/schema.js';
import { visible } from '../../lib/visible.js';
import { Timeline } from '../layout/timeline.js';

type Message = Pick<ApplicationView['messages'][number], 'id' | 'writer' | 'at' | 'text'>;

/** A conversation, oldest first. */
export function Messages({ label, messages }: { label: string; messages: readonly Message[] }) {
  const items = messages.map(({ id, writer, at, text }) => ({
    id,
    at,
    title: visible(writer),
    text: <span className="pre-line">{visible(text, true)}</span>,
  }));
  return <Timeline label={label} items={items} />;
}
