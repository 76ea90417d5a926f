import type { ReactNode } from 'react';
import { When } from '../values/values.js';
import { texts } from '../texts/layout.js';

interface TimelineItem {
  id: string;
  at: string;
  title: ReactNode;
  /** Who did it. */
  by?: string | null;
  text?: ReactNode;
}

/** What happened, who did it and when; newest where the server puts it. */
export function Timeline({ items, label }: { items: readonly TimelineItem[]; label?: string }) {
  return (
    <ol className="timeline" aria-label={label}>
      {items.map((item) => (
        <li key={item.id}>
          <div className="row">
            <span className="strong">{item.title}</span>
            <span className="small dim">
              {item.by ? `${item.by} · ` : ''}
              <When at={item.at} />
            </span>
          </div>
          {item.text ? <div className="small">{item.text}</div> : null}
        </li>
      ))}
    </ol>
  );
}

export interface Step {
  id: string;
  title: string;
  state: 'done' | 'now' | 'next';
}

/** The steps of one process in a line, the present one marked. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  const mark = { done: '●', now: '◉', next: '○' };
  return (
    <ol className="steps" aria-label={texts.timeline.stepsLabel}>
      {steps.map((step) => (
        <li key={step.id} data-state={step.state} aria-current={step.state === 'now' ? 'step' : undefined}>
          <span aria-hidden>{mark[step.state]}</span>
          {step.title}
          <span className="visually-hidden">{step.state === 'done' ? texts.timeline.done : ''}</span>
        </li>
      ))}
    </ol>
  );
}
