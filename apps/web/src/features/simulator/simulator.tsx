import { Button, Textarea, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import { ApiError } from '../../api/errors.js';
import { useGet, useSend } from '../../api/hooks.js';
import { currentMonth } from '../../lib/server-time.js';
import { useUrlState } from '../../lib/url-state.js';
import { controlled } from '../../lib/use-form.js';
import { Card } from '../../components/layout/page.js';
import { Resource } from '../../components/feedback/resource.js';
import { SimulationTables, type SimulationResult } from './simulation-result.js';
import { Alert, SendError } from '../../components/feedback/states.js';
import { texts } from './texts.js';
import { rich } from '../../text/rich.js';

const EXAMPLE = JSON.stringify(
  {
    scenario: 1,
    title: texts.simulator.oneInstall,
    authors: { alice: {} },
    drives: { notes: { author: 'alice' } },
    tenants: { acme: {} },
    events: [
      {
        at: '2026-01-11',
        type: 'install',
        install: 'i1',
        drive: 'notes',
        tenant: 'acme',
        price: 4900,
        currency: 'usd',
      },
    ],
  },
  null,
  2,
);

interface Problem {
  pointer: string;
  message: string;
}

/** A scenario to edit, or real months to start from; its run with progress, and its result. */
export function Simulator({ who }: { who: 'finance' | 'author' }): ReactNode {
  const path = who === 'finance' ? '/api/v1/finance/simulations' : '/api/v1/author/simulations';
  const [id, setId] = useUrlState('simulation');
  const [scenario, setScenario] = useState(EXAMPLE);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const send = useSend(path, { onDone: (made) => setId(made.id) });
  const start = (event: FormEvent): void => {
    event.preventDefault();
    setProblems([]);
    let body: object;
    try {
      body = JSON.parse(scenario) as object;
    } catch (error) {
      setProblems([{ pointer: '', message: error instanceof Error ? error.message : texts.simulator.invalidJson }]);
      return;
    }
    send.mutate(body as never);
  };
  const shown = problems.length > 0 ? problems : (send.error?.details ?? []);
  return (
    <>
      <LoadMonths path={path} who={who} onLoaded={setScenario} />
      <Card title={texts.simulator.title}>
        <form className="stack" onSubmit={start}>
          <Textarea
            label={texts.simulator.scenarioJsonLabel}
            description={
              <>
                {rich(texts.simulator.introduction, {
                  link: (text) => <Link to="/docs/simulator">{text}</Link>,
                })}
              </>
            }
            {...controlled(scenario, setScenario)}
            autosize
            minRows={12}
            maxRows={30}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          />
          <SendError error={send.error} rest={undefined} />
          {shown.length > 0 ? (
            <ul>
              {shown.map((problem, i) => (
                <li key={i}>
                  <code>{problem.pointer || '/'}</code> {problem.message}
                </li>
              ))}
            </ul>
          ) : null}
          <div>
            <Button type="submit" loading={send.isPending}>
              {texts.simulator.runSimulation}
            </Button>
          </div>
        </form>
      </Card>
      {id ? <Played who={who} id={id} /> : null}
    </>
  );
}

function LoadMonths({
  path,
  who,
  onLoaded,
}: {
  path: string;
  who: 'finance' | 'author';
  onLoaded: (scenario: string) => void;
}): ReactNode {
  const [from, setFrom] = useState(currentMonth());
  const [to, setTo] = useState(currentMonth());
  const [loading, setLoading] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const load = async (): Promise<void> => {
    setLoading(true);
    setError(null);
    try {
      const { scenario } = await call<{ scenario: object }>('GET', `${path}/scenario`, { query: { from, to } });
      onLoaded(JSON.stringify(scenario, null, 2));
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setError(cause);
    } finally {
      setLoading(false);
    }
  };
  return (
    <Card
      title={
        who === 'finance'
          ? texts.simulatorLoadMonths.startRealMonthsTitle
          : texts.simulatorLoadMonths.startOwnMonthsTitle
      }
    >
      <p className="dim">{texts.simulatorLoadMonths.explanation}</p>
      <SendError error={error} />
      <div className="filters">
        <TextInput
          label={texts.simulatorLoadMonths.firstMonthLabel}
          type="month"
          value={from}
          onChange={(e) => setFrom(e.currentTarget.value)}
        />
        <TextInput
          label={texts.simulatorLoadMonths.lastMonthLabel}
          type="month"
          value={to}
          onChange={(e) => setTo(e.currentTarget.value)}
        />
        <Button variant="default" loading={loading} onClick={() => void load()}>
          {texts.simulatorLoadMonths.load}
        </Button>
      </div>
    </Card>
  );
}

function Played({ who, id }: { who: 'finance' | 'author'; id: string }): ReactNode {
  const path = who === 'finance' ? '/api/v1/finance/simulations/{id}' : '/api/v1/author/simulations/{id}';
  const [over, setOver] = useState('');
  const simulation = useGet(path, { path: { id } }, { refreshMs: over === id ? false : 1_000 });
  const state = simulation.data?.state;
  if (simulation.data?.id === id && state !== 'waiting' && state !== 'running' && over !== id) setOver(id);
  return (
    <Resource of={simulation} what={texts.simulatorPlayed.names.simulation}>
      {(view) => (
        <>
          {view.state === 'waiting' || view.state === 'running' ? (
            <Card title={texts.simulatorPlayed.title}>
              <progress
                className="progress"
                max={Math.max(view.steps ?? 1, 1)}
                value={view.steps_done}
                aria-label={texts.simulatorPlayed.progressSimulationLabel}
              />
              <p className="num small" role="status">
                {view.state === 'waiting'
                  ? texts.simulatorPlayed.queued
                  : texts.simulatorPlayed.ofSteps(view.steps_done, view.steps ?? texts.simulatorPlayed.unknown)}
              </p>
            </Card>
          ) : null}
          {view.failure ? <Alert tone="bad">{texts.simulatorPlayed.theSimulationFailed(view.failure)}</Alert> : null}
          {view.problems.length > 0 ? (
            <Alert tone="warn">
              {view.problems.map((problem) => `${problem.pointer}: ${problem.message}`).join(' ')}
            </Alert>
          ) : null}
          {view.result ? <SimulationTables result={view.result as unknown as SimulationResult} /> : null}
        </>
      )}
    </Resource>
  );
}
