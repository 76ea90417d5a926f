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
} from '@portal/contract';
import { checkDocumentation } from '../documentation/index.js';
import { NOTHING_TO_CHECK, type ConformanceInput, type SeenCall, type Tried } from '../input.js';
import type { CheckFacts, Finding } from '../report/finding.js';
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
import type { TransportFailure, TransportRequest, TransportResponse } from './transport.js';
import { USER_AGENT } from './user-agent.js';

/** Variable parts of a finding; the rest comes from the check. `fix`: the documented one unless a better one is known. */
type FindingWords = Omit<Finding, 'id' | 'level' | 'check' | 'rule' | 'spec' | 'fix'> &
  Partial<Pick<Finding, 'level' | 'rule' | 'spec' | 'fix'>>;

/** Endpoints that need a signature, safe ones first. */
export const GATED: readonly EndpointName[] = ['metrics', 'events', 'billing', 'install', 'uninstall'];

/** Maximum number of findings of one level per check: a hostile manifest may break a rule a hundred thousand times. */
const MAX_ALIKE = 100;
/** Of a whole run; from then on one of each level and check. */
const MAX_FINDINGS = 500;
/** Maximum length of each field that may contain text from the Drive, in UTF-16 units. */
const LENGTHS = { cause: 600, expected: 600, fix: 600, received: 300, sent: 300, pointer: 600, endpoint: 300 } as const;

/** The same error at several endpoints is reported once, with all their names. */
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

/** State of one run: what has been read, probes already sent, findings of the current check. */
export class CheckContext {
  /** The response with the manifest, once fetched. */
  answer: TransportResponse | TransportFailure | undefined;
  /** The first two responses of the Drive, when the first was late. */
  late:
    | { readonly first: TransportResponse | TransportFailure; readonly again: TransportResponse | TransportFailure }
    | undefined;
  /** The manifest document, once read. */
  document: ManifestDocument | undefined;
  readonly origin: string;
  /** A random key of this run that the Drive does not know. */
  readonly strangerKey: string;
  /** The call that shows what the current check is about. */
  call: SeenCall | undefined;
  private findings: Finding[] = [];
  private reported = 0;
  private current: CheckFacts | undefined;
  private readonly probes = new Map<string, Promise<ProbeResult>>();
  private readonly down = new Set<ProbeEndpoint>();
  private readonly log: ProbeLog;
  private record: Promise<LifecycleRecord> | undefined;
  private readonly diagnoses = new Map<string, Promise<DetectedRecipe | undefined>>();

  constructor(readonly input: ConformanceInput) {
    this.origin = new URL(input.manifestUrl).origin;
    this.log = new ProbeLog(input.mode);
    this.strangerKey = digestOf(['nobody', input.manifestUrl, input.now()]);
  }

  /** Starts a check; its findings are collected until the next. */
  begin(check: CheckFacts): void {
    this.current = check;
    this.findings = [];
    this.call = undefined;
  }

  /** Findings of the check that began last. */
  collected(): readonly Finding[] {
    return alikeAsOne(this.findings);
  }

  /** Reports a finding of the current check. */
  report(words: FindingWords): void {
    const check = this.current!;
    const { level = check.level, rule = check.rule, spec = check.clause, ...rest } = words;
    const fix = words.fix ?? checkDocumentation[check.id]!.fix;
    const alike = this.findings.filter((one) => one.level === level).length;
    const most = this.reported < MAX_FINDINGS ? MAX_ALIKE : 1;
    if (alike > most) return;
    this.reported += 1;
    const cause = alike === most ? 'There are more of these; they are listed once those before are fixed.' : rest.cause;
    this.findings.push({ id: check.id, level, check: check.check, spec, rule, ...shown({ ...rest, cause, fix }) });
  }

  /** Keeps a probe as the evidence of the current check. */
  saw({ method, pathTemplate, sent, answer }: ProbeResult): void {
    this.call = { endpoint: `${method} ${pathTemplate}`, sent, received: receivedText(answer) };
  }

  /** Reports an error in the response to a probe. */
  reportProbe(
    probe: ProbeResult,
    words: { rule?: string; level?: Finding['level']; expected: string; cause: string; fix?: string },
  ): void {
    this.report({
      ...words,
      endpoint: `${probe.method} ${probe.pathTemplate}`,
      sent: probe.sent,
      received: receivedText(probe.answer),
      reproduce: reproduceLine(probe.method, probe.url, probe.recipe, probe.extra),
    });
  }

  /** Sends one request: counted, logged, and refused as `budget` once the run has sent its maximum. */
  async request(request: TransportRequest, sent: string): Promise<TransportResponse | TransportFailure> {
    if (!this.log.take()) return { failure: 'budget' };
    const answer = await this.input.transport({
      ...request,
      headers: { 'user-agent': USER_AGENT, ...request.headers },
    });
    this.log.add(request, sent, answer);
    return answer;
  }

  /** Whether a search may send this many more requests. */
  affords(count: number): boolean {
    return this.log.affords(count);
  }

  /** All requests so far, in order. */
  get sent(): readonly LoggedProbe[] {
    return this.log.entries;
  }

  /** Whether an endpoint of the manifest was called. */
  get called(): boolean {
    return this.probes.size > 0;
  }

  /** The wrong recipe by which an endpoint verifies; searched for once per path. */
  diagnose(endpoint: EndpointName, path: string, content: Pick<Call, 'body' | 'headers'> = {}) {
    const known = this.diagnoses.get(path) ?? detectRecipe(this, endpoint, path, content);
    this.diagnoses.set(path, known);
    return known;
  }

  /**
   * The record of the probe tenant's lifecycle, recorded once per run. Undefined when nothing may be written: below mode
   * `lifecycle`, without a key or a probe tenant, or before a valid manifest was read.
   */
  lifecycle(): Promise<LifecycleRecord> | undefined {
    const { mode, signer, probeTenant } = this.input;
    const names = ['install', 'uninstall', 'events', 'metrics', 'billing'] as const;
    if (mode !== 'lifecycle' || !signer || !probeTenant || this.callable(names).length < names.length) return undefined;
    this.record ??= playLifecycle(this);
    return this.record;
  }

  /** Recipes found so far. */
  async detected(): Promise<DetectedRecipe[]> {
    return (await Promise.all(this.diagnoses.values())).filter((one) => one !== undefined);
  }

  /** The path of an optional endpoint, if the manifest has a valid one and it may be called. */
  optionalPath(name: OptionalEndpointName): string | null {
    const path = this.document?.ok === true ? this.endpoints()?.[name] : undefined;
    return path && pathProblem(name, path) === null ? path : null;
  }

  /** How a check of an optional endpoint without a path to call ends: there is none in the manifest, or not a good one. */
  without(name: OptionalEndpointName): Tried {
    return this.document?.ok === true && !this.endpoints()?.[name] ? NOTHING_TO_CHECK : false;
  }

  /** Whether an earlier endpoint has the same method and path. */
  isSecondAt(name: EndpointName): boolean {
    const endpoints = this.endpoints();
    const before = ENDPOINT_NAMES.slice(0, ENDPOINT_NAMES.indexOf(name));
    return before.some((other) => METHODS[other] === METHODS[name] && endpoints?.[other] === endpoints?.[name]);
  }

  /** Sends a call once per run, identified by a name; later calls return the same response. */
  once(name: string, call: Call): Promise<ProbeResult> {
    const known = this.probes.get(name) ?? sendCall(this, call);
    this.probes.set(name, known);
    return known;
  }

  /** Sends a call every time. */
  send(call: Call): Promise<ProbeResult> {
    return sendCall(this, call);
  }

  /** Major number of the contract version that the Drive declares; 1 before a valid manifest was read. */
  get contract(): number {
    const manifest = this.document?.manifest;
    return manifest ? contractMajor(manifest) : 1;
  }

  /** The paths to check: from the manifest as far as it is readable, otherwise none. */
  endpoints(): ManifestEndpoints | null {
    return this.document?.raw ? readEndpoints(this.document.raw) : null;
  }

  /**
   * Endpoints that may be called now: those with a valid path; those that change something only after a valid manifest
   * was read from the same origin.
   */
  callable(names: readonly EndpointName[] = ENDPOINT_NAMES): EndpointName[] {
    const endpoints = this.endpoints();
    if (!endpoints) return [];
    const sound = names.filter((name) => pathProblem(name, endpoints[name]) === null);
    return this.document?.ok === true ? sound : sound.filter((name) => name !== 'install' && name !== 'uninstall');
  }

  mayCall(name: EndpointName): boolean {
    return this.callable([name]).length > 0;
  }

  /**
   * Sends a probe once per run; later calls return the same response. Not sent to an endpoint that did not respond
   * before.
   */
  async probe(name: ProbeEndpoint, kind: ProbeKind): Promise<ProbeResult> {
    const key = `${name} ${kind}`;
    const known = this.probes.get(key) ?? sendProbe(this, name, kind, this.down.has(name));
    this.probes.set(key, known);
    const result = await known;
    if ('failure' in result.answer && result.answer.failure !== 'skipped') this.down.add(name);
    return result;
  }
}
