import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import { submitting, useForm } from '../../../lib/use-form.js';
import { texts } from '../texts/concerns.js';

const words = texts.report;
type Kind = keyof typeof texts.kinds;

/** Opens to a form by which anybody reports what is wrong with a plugin. */
export function ReportConcern({ slug }: { slug: string }): ReactNode {
  const [sent, setSent] = useState(false);
  const send = useSend('/api/public/catalogue/{slug}/concerns', { path: { slug }, onDone: () => setSent(true) });
  const form = useForm<{ kind: Kind; text: string; email: string }>(
    { kind: 'security', text: '', email: '' },
    send.error,
  );
  const { kind, text, email } = form.values;
  const mistakes = useRef<HTMLFormElement>(null);
  useEffect(() => mistakes.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [send.error]);
  const field = (name: 'text' | 'email', label: string, help: string): ReactNode => {
    const { error, ...input } = form.field(name);
    const said = { ...input, 'aria-invalid': error !== undefined, 'aria-describedby': `concern-${name}` };
    return (
      <label className="site-field">
        {label}
        {name === 'text' ? (
          <textarea rows={5} maxLength={2_000} required {...said} />
        ) : (
          <input type="email" autoComplete="email" maxLength={254} {...said} />
        )}
        <span id={`concern-${name}`} className={error ? 'strong' : 'dim'}>
          {error ?? help}
        </span>
      </label>
    );
  };
  return (
    <details className="site-section">
      <summary>{words.title}</summary>
      {sent ? (
        <p className="site-note" data-tone="ok" role="status">
          {words.sent}
        </p>
      ) : (
        <form
          ref={mistakes}
          className="stack measure"
          noValidate
          onSubmit={submitting(() => {
            if (!send.isPending) send.mutate({ kind, text, ...(email.trim() && { email }) });
          })}
        >
          <p className="dim">{words.explanation}</p>
          <label className="site-field">
            {words.kind}
            <select
              name="kind"
              value={kind}
              onChange={(event) => form.set({ kind: event.currentTarget.value as Kind })}
            >
              {Object.entries(texts.kinds).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          {field('text', words.text, '')}
          {field('email', words.email, words.emailHelp)}
          {form.rest ? (
            <p className="site-note" data-tone="warn" role="alert">
              {form.rest}
            </p>
          ) : null}
          <p>
            <button type="submit" className="site-button" aria-busy={send.isPending}>
              {words.send}
            </button>
          </p>
        </form>
      )}
    </details>
  );
}
