import { Button, PasswordInput, Tabs, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { AcceptBoth } from '../../components/values/accept-both.js';
import { CopyButton } from '../../components/values/copy.js';
import { Card, Facts } from '../../components/layout/page.js';
import { WhyNot } from '../../components/feedback/why-not.js';
import { isRequestPath, signRequest } from '../../docs/sign.js';
import snippets from '../../docs/snippets.json';
import type { SignedHeaders } from '../../docs/sign.js';
import { useUrlState } from '../../lib/url-state.js';
import { DocsPage } from './docs-page.js';

/** How the host signs, how a Drive verifies, and a form that signs without sending anything anywhere. */
export function SigningPage(): ReactNode {
  return (
    <DocsPage title="Signing">
      <div className="measure stack stack-8">
        <p>
          The host signs every request to metrics, events, billing, install and uninstall: HMAC-SHA256 over exactly{' '}
          <code>{'<timestamp>:<path>'}</code>, with the query in the path, as 64 lower-case hex digits.
        </p>
        <ul>
          <li>
            <code>X-Platform-Timestamp</code> is Unix time in milliseconds. Up to 300000 ms of difference are accepted,
            in either direction.
          </li>
          <li>
            <code>X-Platform-Signature</code> has no prefix. Method, body and other headers are not signed.
          </li>
          <li>
            Respond with 401 if, in this order: a header is missing, the timestamp is out of range, the length differs,
            or the signature does not match.
          </li>
        </ul>
      </div>
      <Verifiers />
      <section className="card stack stack-8" id="rotation" aria-labelledby="rotation-title">
        <h2 id="rotation-title">Two secrets during a rotation</h2>
        <p>For 24 hours after a rotation the host may still sign with the old secret.</p>
        <AcceptBoth />
      </section>
      <SignForMe />
    </DocsPage>
  );
}

function Verifiers(): ReactNode {
  const [language, setLanguage] = useUrlState('language', 'Node');
  const { file, code } = snippets.find((one) => one.language === language) ?? snippets[0]!;
  return (
    <Card title="Verify in your language" actions={<CopyButton text={code} label={`Copy ${file}`} />}>
      <Tabs value={language} onChange={(value) => setLanguage(value ?? 'Node')}>
        <Tabs.List aria-label="Language">
          {snippets.map((one) => (
            <Tabs.Tab key={one.language} value={one.language}>
              {one.language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={language} pt={8}>
          <pre tabIndex={0} aria-label={file}>
            {code}
          </pre>
        </Tabs.Panel>
      </Tabs>
      <p>
        Tested with <Link to="/docs/vectors">the same vectors</Link> as our own verifier.{' '}
        <Link to="/docs/checks" search={{ q: 'hmac' }}>
          What we check in signatures
        </Link>
      </p>
    </Card>
  );
}

function SignForMe(): ReactNode {
  const [secret, setSecret] = useState('');
  const [path, setPath] = useState('/api/platform/events?since=0');
  const [timestamp, setTimestamp] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [signed, setSigned] = useState<SignedHeaders | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setSigned(null);
    if (!isRequestPath(path)) {
      setError(
        'Write the path as it stands on the request line: it begins with "/" and has no spaces; escape them as %20.',
      );
      return;
    }
    if (timestamp !== '' && !/^[0-9]{1,15}$/.test(timestamp)) {
      setError('Write the time as milliseconds since 1970, in digits, or leave it empty for now.');
      return;
    }
    setError(null);
    void signRequest(secret, timestamp === '' ? String(Date.now()) : timestamp, path).then(setSigned);
  };
  return (
    <section className="card stack" id="sign" aria-labelledby="sign-title">
      <h2 id="sign-title">Sign this for me</h2>
      <form className="stack form" onSubmit={submit} noValidate autoComplete="off">
        <p>This runs in your browser. Nothing you enter is sent or stored.</p>
        <PasswordInput
          label="Secret"
          description="The value of PLATFORM_AGENT_SECRET"
          value={secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
          autoComplete="off"
        />
        <TextInput
          label="Path with query"
          value={path}
          onChange={(event) => setPath(event.currentTarget.value)}
          error={error}
        />
        <TextInput
          label="Timestamp in milliseconds"
          description="Empty means now"
          value={timestamp}
          onChange={(event) => setTimestamp(event.currentTarget.value)}
          inputMode="numeric"
        />
        <div>
          <WhyNot reason={secret === '' ? 'Enter the secret first.' : null}>
            {(described) => (
              <Button type="submit" {...described}>
                Sign
              </Button>
            )}
          </WhyNot>
        </div>
      </form>
      <div aria-live="polite">
        {signed ? (
          <>
            <Facts
              items={[
                ['Signed text', <code key="p">{signed.payload}</code>],
                ['X-Platform-Timestamp', <Value key="t" text={signed.timestamp} what="timestamp" />],
                ['X-Platform-Signature', <Value key="s" text={signed.signature} what="signature" />],
              ]}
            />
            <Curl path={path} signed={signed} />
          </>
        ) : null}
      </div>
    </section>
  );
}

function Value({ text, what }: { text: string; what: string }): ReactNode {
  return (
    <span className="copyable">
      <code>{text}</code>
      <CopyButton text={text} label={`Copy the ${what}`} />
    </span>
  );
}

function Curl({ path, signed }: { path: string; signed: SignedHeaders }): ReactNode {
  const line = `curl -i -H 'X-Platform-Timestamp: ${signed.timestamp}' -H 'X-Platform-Signature: ${signed.signature}' 'https://your-drive.example${path.replaceAll("'", '%27')}'`;
  return (
    <div className="row row-start">
      <pre className="grow" tabIndex={0} aria-label="The same as a command">
        {line}
      </pre>
      <CopyButton text={line} label="Copy the command" />
    </div>
  );
}
