import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../api/hooks.js';
import { useMe, type Me } from '../../api/session.js';
import { LinkButton } from '../../components/layout/link-button.js';
import { Card, Page } from '../../components/layout/page.js';
import { SendButton } from '../../components/feedback/feedback.js';
import { areaNav } from '../../shell/nav.js';
import { useEnter } from '../../shell/sign-out.js';
import { formatUtc } from '../../lib/format.js';
import { useSandbox } from '../../shell/sandbox.js';
import { texts } from './texts.js';
import { rich } from '../../text/rich.js';
import { common } from '../../text/common.js';

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
  const me = useMe();
  return (
    <Page title={common.drivePortal}>
      <div className="measure stack stack-8">
        <p>{texts.landing.introduction}</p>
        <p>
          {rich(texts.landing.whatToSee, {
            catalogue: (text) => <Link to="/catalogue">{text}</Link>,
            validate: (text) => <Link to="/validate">{text}</Link>,
            docs: (text) => <Link to="/docs">{text}</Link>,
            api: (text) => <a href="/api/docs">{text}</a>,
            apply: (text) => <Link to="/apply">{text}</Link>,
          })}
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
    <Card title={texts.landing.signedInAsTitle(me.user.name)}>
      <div className="row">
        {me.areas.map((area) => (
          <LinkButton key={area} to={areaNav[area].home}>
            {texts.landing.open(areaNav[area].title)}
          </LinkButton>
        ))}
        {me.areas.length === 0 ? (
          <p>{rich(texts.landing.noRoleYet, { link: (text) => <Link to="/apply">{text}</Link> })}</p>
        ) : null}
      </div>
    </Card>
  );
}

function DemoPersons({ signedIn }: { signedIn: boolean }): ReactNode {
  const persons = useGet('/api/v1/demo/persons');
  if (!persons.data) {
    return signedIn ? null : <LinkButton to="/sign-in">{common.signIn}</LinkButton>;
  }
  return (
    <section className="stack stack-8" aria-labelledby="demo-title">
      <h2 id="demo-title">{signedIn ? texts.landing.continueAsAnotherPerson : texts.landing.signDemoPerson}</h2>
      <p className="dim">{texts.landing.sandboxOnly}</p>
      <ul className="cards">
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
    <li className="card stack stack-4 person" data-person={person.person}>
      <h3>{person.name}</h3>
      <p>{person.does}</p>
      <p className="small dim">{person.email}</p>
      <SendButton send={signIn} onClick={() => signIn.mutate({ person: person.person })}>
        {texts.landing.signInAs(person.name)}
      </SendButton>
    </li>
  );
}

function SandboxFacts(): ReactNode {
  const sandbox = useSandbox();
  if (!sandbox) return null;
  return (
    <p className="small dim">
      {rich(texts.landing.sandboxFacts, {
        date: formatUtc(sandbox.clock_now),
        referenceDrive: sandbox.reference_drive_url ? (
          <>
            {rich(texts.landing.referenceDriveAt, {
              referenceDriveUrl: <code>{sandbox.reference_drive_url}</code>,
            })}{' '}
          </>
        ) : null,
        link: (text) => <Link to="/sandbox">{text}</Link>,
      })}
    </p>
  );
}
