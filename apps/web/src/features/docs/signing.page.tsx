import { PasswordInput, Tabs, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { AcceptBoth } from '../../components/values/accept-both.js';
import { CopyButton } from '../../components/values/values.js';
import { Card, NamedFacts } from '../../components/layout/page.js';
import { ActionButton } from '../../components/feedback/feedback.js';
import { isRequestPath, signRequest, type SignedHeaders } from '../../docs/sign.js';
import snippets from '../../docs/generated/snippets.json';
import { useUrlState } from '../../lib/url-state.js';
import { controlled, submitting } from '../../lib/use-form.js';
import { DocsPage } from './docs-page.js';
import { texts } from './texts.js';
import { common, rich } from '../../text/common.js';

/** How the host signs, how a Drive verifies, and a form that signs without sending anything anywhere. */
export function SigningPage() {
  return (
    <DocsPage title={common.signing}>
      <div className="measure stack stack-8">
        <p>{rich(texts.signing.whatIsSigned, { timestampPath: <code>{'<timestamp>:<path>'}</code> })}</p>
        <ul>
          <li>{rich(texts.signing.timestampRule, { xPlatform: <code>X-Platform-Timestamp</code> })}</li>
          <li>{rich(texts.signing.noPrefix, { xPlatform: <code>X-Platform-Signature</code> })}</li>
          <li>{texts.signing.whenToRefuse}</li>
        </ul>
      </div>
      <Verifiers />
      <Card id="rotation" title={texts.signing.heading}>
        <p>{texts.signing.rotationOverlap}</p>
        <AcceptBoth />
      </Card>
      <SignForMe />
    </DocsPage>
  );
}

function Verifiers() {
  const [language, setLanguage] = useUrlState('language', texts.signing.node);
  const { file, code } = snippets.find((one) => one.language === language) ?? snippets[0]!;
  return (
    <Card title={texts.signing.verifiersTitle} actions={<CopyButton text={code} label={common.copyFile(file)} />}>
      <Tabs value={language} onChange={(value) => setLanguage(value ?? texts.signing.node)}>
        <Tabs.List aria-label={texts.signing.languageLabel}>
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
        {rich(texts.signing.verifiersExplanation, {
          vectors: (text) => <Link to="/docs/vectors">{text}</Link>,
          checks: (text) => (
            <Link to="/docs/checks" search={{ q: 'hmac' }}>
              {text}
            </Link>
          ),
        })}
      </p>
    </Card>
  );
}

const HEADERS = [
  ['X-Platform-Timestamp', 'timestamp'],
  ['X-Platform-Signature', 'signature'],
] as const;

function SignForMe() {
  const [secret, setSecret] = useState('');
  const [path, setPath] = useState('/api/platform/events?since=0');
  const [timestamp, setTimestamp] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [signed, setSigned] = useState<SignedHeaders | null>(null);
  const submit = submitting(() => {
    setSigned(null);
    if (!isRequestPath(path)) {
      setError(texts.signing.pathError);
      return;
    }
    if (timestamp !== '' && !/^[0-9]{1,15}$/.test(timestamp)) {
      setError(texts.signing.timestampError);
      return;
    }
    setError(null);
    void signRequest(secret, timestamp === '' ? String(Date.now()) : timestamp, path).then(setSigned);
  });
  return (
    <Card id="sign" title={texts.signing.signForMeHeading}>
      <form className="stack form" onSubmit={submit} noValidate autoComplete="off">
        <p>{texts.signing.signForMeExplanation}</p>
        <PasswordInput
          label={common.secret}
          description={texts.signing.secretHelp}
          {...controlled(secret, setSecret)}
          autoComplete="off"
        />
        <TextInput label={texts.signing.pathWithQueryLabel} {...controlled(path, setPath)} error={error} />
        <TextInput
          label={texts.signing.timestampInMillisecondsLabel}
          description={texts.signing.timestampInMillisecondsHelp}
          {...controlled(timestamp, setTimestamp)}
          inputMode="numeric"
        />
        <ActionButton whyNot={secret === '' ? texts.signing.whyNot.enterSecretFirst : null} type="submit">
          {texts.signing.sign}
        </ActionButton>
      </form>
      <div aria-live="polite">
        {signed ? (
          <>
            <NamedFacts
              items={[
                [common.signedText, <code key="p">{signed.payload}</code>],
                ...HEADERS.map(([name, of]): [string, ReactNode] => [
                  name,
                  <span key={of} className="copyable">
                    <code>{signed[of]}</code>
                    <CopyButton text={signed[of]} label={texts.signing.copyThe(texts.signing.names[of])} />
                  </span>,
                ]),
              ]}
            />
            <Curl path={path} signed={signed} />
          </>
        ) : null}
      </div>
    </Card>
  );
}

function Curl({ path, signed }: { path: string; signed: SignedHeaders }) {
  const line = `curl -i -H 'X-Platform-Timestamp: ${signed.timestamp}' -H 'X-Platform-Signature: ${signed.signature}' 'https://your-drive.example${path.replaceAll("'", '%27')}'`;
  return (
    <div className="row row-start">
      <pre className="grow" tabIndex={0} aria-label={texts.signing.commandLabel}>
        {line}
      </pre>
      <CopyButton text={line} label={texts.signing.copyTheCommand} />
    </div>
  );
}
