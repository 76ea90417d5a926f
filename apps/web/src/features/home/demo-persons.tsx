import type { ReactNode } from 'react';
import { useGet, useSend } from '../../api/hooks.js';
import { DemoFilling } from '../../shell/sandbox/demo-filling.js';
import { useEnter } from '../../shell/session/sign-out.js';
import { texts } from './texts/landing.js';

/** Where a demo person starts. */
const homeOf: Record<string, string> = {
  author: '/author',
  'played-author': '/author',
  reviewer: '/review',
  'second-reviewer': '/review?tab=appeals',
  'finance-preparer': '/finance',
  'finance-approver': '/finance',
  operator: '/operator',
  admin: '/admin',
  'second-admin': '/admin/people',
};

/** In the sandbox: one press signs in as each person of the story. */
export function DemoPersons(): ReactNode {
  const persons = useGet('/api/v1/demo/persons').data;
  if (!persons) return null;
  return (
    <>
      <DemoFilling />
      <details className="site-note">
        <summary>{texts.demo.tryItAs}</summary>
        <p>{texts.demo.explanation}</p>
        <ul className="stack">
          {persons.items.map(({ person, name, does }) => (
            <PersonRow key={person} person={person} name={name} does={does} />
          ))}
        </ul>
      </details>
    </>
  );
}

function PersonRow({ person, name, does }: { person: string; name: string; does: string }): ReactNode {
  const enter = useEnter();
  const signIn = useSend('/api/v1/demo/sign-in', { onDone: () => void enter(homeOf[person] ?? '/') });
  return (
    <li className="row row-between" data-person={person}>
      <span>
        <strong>{name}</strong> {does} <span role="alert">{signIn.error?.message}</span>
      </span>
      <button type="button" className="site-button" onClick={() => signIn.mutate({ person })}>
        {texts.demo.signInAs(name)}
      </button>
    </li>
  );
}
