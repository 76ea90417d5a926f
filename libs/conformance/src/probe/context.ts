import {
  contractMajor,
  digestOf,
  ENDPOINT_NAMES,
  pathProblem,
  type OptionalEndpointName,
  readEndpoints,
  type EndpointName,
  type ManifestDocument,
  type ManifestEndpoints,
  type ManifestOptions,
} from '@portal/contract';
import type { Check, ConformanceMode } from '../check.js';
import type { Finding } from '../report/finding.js';
import { playLifecycle, type LifecycleRecord } from './lifecycle.js';
import { ProbeLog, type LoggedProbe } from './probe-log.js';
import {
  METHODS,
  sendCall,
  sendProbe,
  type Call,
  type ProbeEndpoint,
  type ProbeKind,
  type ProbeResult,
} from './probe.js';
import { receivedText, shownText } from './received.js';
import { detectRecipe, type DetectedRecipe } from '../signing/recipes.js';
import { reproduceLine } from '../signing/reproduce.js';
import type { Mac, Signer, Transport, TransportFailure, TransportRequest, TransportResponse } from './transport.js';
import { USER_AGENT } from './user-agent.js';

/** What a run needs from outside. */
export interface ConformanceInput {
  /** Absolute address of the manifest. */
  readonly manifestUrl: string;
  readonly transport: Transport;
  /** Real signatures for the positive half; used in mode `full` only. */
  readonly signer?: Signer;
  /** Signs with the key before the current one, while a rotation lasts; both are tried then. */
  readonly previousSigner?: Signer;
  /** Lets a run name the wrong recipe of a Drive that refuses correct signatures, and try the edges of verification. */
  readonly mac?: Mac;
  /** Where mode `lifecycle` may install and uninstall. Nothing is written anywhere else. */
  readonly probeTenant?: ProbeTenantIds;
  /** A second one; with it mode `lifecycle` looks whether the token of one tenant reads anything of the other. */
  readonly otherProbeTenant?: ProbeTenantIds;
  /** A tenant that its Drive’s author has brought over its quota; mode `lifecycle` asks for an install there. */
  readonly overQuotaTenant?: ProbeTenantIds;
  /** Waits so many milliseconds; lets a Drive write its events a moment after it answered. */
  readonly pause?: (ms: number) => Promise<void>;
  /** The clock, Unix milliseconds. */
  readonly now: () => number;
  readonly mode: ConformanceMode;
  /** Accept plain http and loopback where the contract wants public https addresses (an author's own machine). */
  readonly allowLoopback?: boolean;
  /** The contract versions that there are, and the instant of judgement, for a host that knows more of them than this library. */
  readonly contract?: Pick<ManifestOptions, 'at' | 'contractVersions'>;
  /** Whether the manifest must be enveloped, as it must from a URL (the default), or may be bare, as in a file. */
  readonly envelope?: 'required' | 'optional';
  /** Called once after each check, in order. */
  readonly onCheck?: (result: CheckResult) => void;
}

/** Ids of a tenant and a venture that exist for probing only. */
export interface ProbeTenantIds {
  readonly tenantId: string;
  readonly ventureId: string;
}

/** How one check ended. */
export interface CheckResult {
  readonly id: string;
  readonly rule: string;
  readonly check: Finding['check'];
  readonly status: 'pass' | 'warn' | 'fail' | 'skipped';
  readonly findings: readonly Finding[];
}

/** The words of a finding; the rest comes from the check. */
type FindingWords = Omit<Finding, 'id' | 'level' | 'check' | 'spec'> & {
  level?: Finding['level'];
  spec?: string;
};

/** Endpoints that need a signature, safe ones first. */
export const GATED: readonly EndpointName[] = ['metrics', 'events', 'billing', 'install', 'uninstall'];

/** Most findings of one level that one check tells: a hostile manifest may break a rule a hundred thousand times. */
const MAX_ALIKE = 100;
/** Longest text of each member that may hold what a stranger chose, in UTF-16 units. */
const LENGTHS = { cause: 600, expected: 600, fix: 600, received: 300, sent: 300, pointer: 600, endpoint: 300 } as const;

/** What is wrong alike at several endpoints is told once, with the names of all of them. */
function alikeAsOne(findings: readonly Finding[]): Finding[] {
  const groups = new Map<unknown, Finding[]>();
  for (const finding of findings) {
    const { level, rule, endpoint, expected, cause, fix } = finding;
    const key = endpoint === undefined ? finding : JSON.stringify([level, rule, expected, cause, fix]);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()].map(([first, ...others]) => {
    const also = [...new Set(others.map(({ endpoint }) => endpoint!))].filter((name) => name !== first!.endpoint);
    return also.length === 0
      ? first!
      : { ...first!, ...shown({ cause: `${first!.cause} Likewise: ${also.join(', ')}.` }) };
  });
}

function shown<W extends Partial<Record<keyof typeof LENGTHS, string>>>(words: W): W {
  const clean: Partial<Record<keyof typeof LENGTHS, string>> = {};
  for (const [name, length] of Object.entries(LENGTHS) as [keyof typeof LENGTHS, number][]) {
    const text = words[name];
    if (text !== undefined) clean[name] = shownText(text, length);
  }
  return { ...words, ...clean };
}

/** State of one run: what was read so far, probes already sent, findings of the check that runs now. */
export class CheckContext {
  /** The manifest's answer, once fetched. */
  answer: TransportResponse | TransportFailure | undefined;
  /** The first two answers of the Drive, when the first was late. */
  late:
    | { readonly first: TransportResponse | TransportFailure; readonly again: TransportResponse | TransportFailure }
    | undefined;
  /** The manifest document, once read. */
  document: ManifestDocument | undefined;
  readonly origin: string;
  /** A key that is nobody's: it belongs to this run alone. */
  readonly strangerKey: string;
  private findings: Finding[] = [];
  private current: Check | undefined;
  private readonly probes = new Map<string, Promise<ProbeResult>>();
  private readonly down = new Set<ProbeEndpoint>();
  private readonly log: ProbeLog;
  private played: Promise<LifecycleRecord> | undefined;
  private readonly diagnoses = new Map<string, Promise<DetectedRecipe | undefined>>();

  constructor(readonly input: ConformanceInput) {
    this.origin = new URL(input.manifestUrl).origin;
    this.log = new ProbeLog(input.mode);
    this.strangerKey = digestOf(['nobody', input.manifestUrl, input.now()]);
  }

  /** Starts a check; what it reports is collected until the next. */
  begin(check: Check): void {
    this.current = check;
    this.findings = [];
  }

  /** Findings of the check that ran last. */
  collected(): readonly Finding[] {
    return alikeAsOne(this.findings);
  }

  /** Reports a finding of the running check. */
  report(words: FindingWords): void {
    const check = this.current!;
    const { level = check.level, spec = check.clause, ...rest } = words;
    const alike = this.findings.filter((one) => one.level === level).length;
    if (alike > MAX_ALIKE) return;
    const cause =
      alike === MAX_ALIKE ? 'There are more of these; they are told once those before are fixed.' : rest.cause;
    this.findings.push({ id: check.id, level, check: check.check, spec, ...shown({ ...rest, cause }) });
  }

  /** Reports what is wrong with the answer to a probe. */
  reportProbe(
    probe: ProbeResult,
    words: { rule?: string; level?: Finding['level']; expected: string; cause: string; fix: string },
  ): void {
    this.report({
      rule: this.current!.rule,
      ...words,
      endpoint: `${probe.method} ${probe.pathTemplate}`,
      sent: probe.sent,
      received: receivedText(probe.answer),
      reproduce: reproduceLine(probe.method, probe.url, probe.recipe, probe.extra),
    });
  }

  /** One request by the transport: counted, logged, and refused as `budget` once the run has sent its share. */
  async request(request: TransportRequest, sent: string): Promise<TransportResponse | TransportFailure> {
    if (!this.log.take()) return { failure: 'budget' };
    const answer = await this.input.transport({
      ...request,
      headers: { 'user-agent': USER_AGENT, ...request.headers },
    });
    this.log.add(request, sent, answer);
    return answer;
  }

  /** Whether a search may send so many requests more. */
  affords(count: number): boolean {
    return this.log.affords(count);
  }

  /** Everything that was sent so far, in order. */
  get sent(): readonly LoggedProbe[] {
    return this.log.entries;
  }

  /** The wrong recipe by which an endpoint signs; looked for once per path. */
  diagnose(
    endpoint: EndpointName,
    path: string,
    content: Pick<Call, 'body' | 'headers'> = {},
  ): Promise<DetectedRecipe | undefined> {
    const known = this.diagnoses.get(path) ?? detectRecipe(this, endpoint, path, content);
    this.diagnoses.set(path, known);
    return known;
  }

  /**
   * What happened on the probe tenant, played once per run. Undefined when nothing may be written: below mode
   * `lifecycle`, without a key or a probe tenant, or before a valid manifest was read.
   */
  lifecycle(): Promise<LifecycleRecord> | undefined {
    const { mode, signer, probeTenant } = this.input;
    const names = ['install', 'uninstall', 'events', 'metrics', 'billing'] as const;
    if (mode !== 'lifecycle' || !signer || !probeTenant || this.callable(names).length < names.length) return undefined;
    this.played ??= playLifecycle(this);
    return this.played;
  }

  /** Recipes that were found. */
  async detected(): Promise<DetectedRecipe[]> {
    return (await Promise.all(this.diagnoses.values())).filter((one) => one !== undefined);
  }

  /** Where an optional endpoint is, if the manifest names a sound path and may be called. */
  optionalPath(name: OptionalEndpointName): string | null {
    const path = this.document?.ok === true ? this.endpoints()?.[name] : undefined;
    return path && pathProblem(name, path) === null ? path : null;
  }

  /** Whether another endpoint has the same method and path, and stands before this one. */
  isSecondAt(name: EndpointName): boolean {
    const endpoints = this.endpoints();
    const before = ENDPOINT_NAMES.slice(0, ENDPOINT_NAMES.indexOf(name));
    return before.some((other) => METHODS[other] === METHODS[name] && endpoints?.[other] === endpoints?.[name]);
  }

  /** Sends a call once per run, known by a name of its own; asked again, it gives the same answer. */
  once(name: string, call: Call): Promise<ProbeResult> {
    const known = this.probes.get(name) ?? sendCall(this, call);
    this.probes.set(name, known);
    return known;
  }

  /** Sends a call as it stands, every time anew. */
  send(call: Call): Promise<ProbeResult> {
    return sendCall(this, call);
  }

  /** Major number of the contract version that the Drive declares; 1 before a valid manifest was read. */
  get contract(): number {
    const manifest = this.document?.manifest;
    return manifest ? contractMajor(manifest) : 1;
  }

  /** The paths to try: from the manifest as far as it is readable, else none. */
  endpoints(): ManifestEndpoints | null {
    return this.document?.raw ? readEndpoints(this.document.raw) : null;
  }

  /**
   * Endpoints that may be called now: those whose path is sound; those that change something only after a valid
   * manifest was read from this very origin.
   */
  callable(names: readonly EndpointName[] = ENDPOINT_NAMES): EndpointName[] {
    const endpoints = this.endpoints();
    if (!endpoints) return [];
    const sound = names.filter((name) => pathProblem(name, endpoints[name]) === null);
    return this.document?.ok === true ? sound : sound.filter((name) => name !== 'install' && name !== 'uninstall');
  }

  /** Sends a probe once per run; asked again, it gives the same answer. Not sent to an endpoint that gave no answer. */
  async probe(name: ProbeEndpoint, kind: ProbeKind): Promise<ProbeResult> {
    const key = `${name} ${kind}`;
    const known = this.probes.get(key) ?? sendProbe(this, name, kind, this.down.has(name));
    this.probes.set(key, known);
    const result = await known;
    if ('failure' in result.answer && result.answer.failure !== 'skipped') this.down.add(name);
    return result;
  }
}
