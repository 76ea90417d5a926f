import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../api/hooks.js';
import { meQuery } from '../../api/session.js';
import type { Me } from '../../api/session.js';
import { LinkButton } from '../../components/layout/link-button.js';
import { Card, Page } from '../../components/layout/page.js';
import { SendError } from '../../components/feedback/states.js';
import { areaNav } from '../../shell/nav.js';
import { useEnter } from '../../shell/sign-out.js';
import { formatUtc } from '../../lib/format.js';
import { useSandbox } from '../../shell/sandbox.js';

interface DemoPerson {
  person: string;
  name: string;
  email: string;
  does: string;
}

/** Where a demo person starts. */
const homeOf: Record<string, string> = {
  author: '/author',
  'played-author': '/author',
  reviewer: '/review',
  'second-reviewer': '/review?tab=appeals',
  'finance-preparer': '/finance',
  'finance-approver': '/finance',
  operator: '/plugins',
  admin: '/audit',
  'second-admin': '/admin/people',
};

/** What this is, and for the demo: one press signs in as each person of the story. */
export function LandingPage(): ReactNode {
  const me = useQuery(meQuery).data ?? null;
  return (
    <Page title="Drive Portal">
      <div className="measure stack stack-8">
        <p>
          A host platform lets other companies plug their products, called Drives, into its tenants. Drive Portal is the
          part of the host that makes this safe and pays for it: authors are checked and their manifests tested live,
          operators see exactly what a Drive may do before they install it, and every month each author is paid 70 % of
          what their installs earned, to the cent.
        </p>
        <p>
          <Link to="/catalogue">See the catalogue</Link>, <Link to="/validate">check a manifest</Link> without an
          account, see how to <Link to="/docs">build a Drive</Link>, <a href="/api/docs">read the API</a>, or{' '}
          <Link to="/apply">apply to publish Drives</Link>.
        </p>
      </div>
      {me ? <Continue me={me} /> : null}
      <DemoPersons signedIn={me !== null} />
      <SandboxFacts />
    </Page>
  );
}

function Continue({ me }: { me: Me }): ReactNode {
  return (
    <Card title={`Signed in as ${me.user.name}`}>
      <div className="row">
        {me.areas.map((area) => (
          <LinkButton key={area} to={areaNav[area].home}>
            Open {areaNav[area].title}
          </LinkButton>
        ))}
        {me.areas.length === 0 ? (
          <p>
            This account has no role yet. <Link to="/apply">Apply to publish Drives</Link> to become an author.
          </p>
        ) : null}
      </div>
    </Card>
  );
}

function DemoPersons({ signedIn }: { signedIn: boolean }): ReactNode {
  const persons = useGet('/api/v1/demo/persons');
  if (!persons.data) {
    return signedIn ? null : (
      <div>
        <LinkButton to="/sign-in">Sign in</LinkButton>
      </div>
    );
  }
  return (
    <section className="stack stack-8" aria-labelledby="demo-title">
      <h2 id="demo-title">{signedIn ? 'Continue as another person' : 'Sign in as a demo person'}</h2>
      <p className="dim">Sandbox only. No password needed; if a page asks for one, use “demo”. Follow this order.</p>
      <ul className="persons">
        {persons.data.items.map((person) => (
          <PersonCard key={person.person} person={person} />
        ))}
      </ul>
    </section>
  );
}

function PersonCard({ person }: { person: DemoPerson }): ReactNode {
  const enter = useEnter();
  const signIn = useSend('/api/v1/demo/sign-in', {
    onDone: () => void enter(homeOf[person.person] ?? '/'),
  });
  return (
    <li className="card person" data-person={person.person}>
      <h3>{person.name}</h3>
      <p>{person.does}</p>
      <p className="small dim">{person.email}</p>
      <SendError error={signIn.error} />
      <Button loading={signIn.isPending} onClick={() => signIn.mutate({ person: person.person })}>
        Sign in as {person.name}
      </Button>
    </li>
  );
}

function SandboxFacts(): ReactNode {
  const sandbox = useSandbox();
  if (!sandbox) return null;
  return (
    <p className="small dim">
      Test clock {formatUtc(sandbox.clock_now)}.{' '}
      {sandbox.reference_drive_url ? (
        <>
          Reference Drive at <code>{sandbox.reference_drive_url}</code>.{' '}
        </>
      ) : null}
      <Link to="/sandbox">Sandbox page</Link>
    </p>
  );
}
