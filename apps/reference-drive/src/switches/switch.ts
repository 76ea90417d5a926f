import type { EndpointName } from '@portal/contract';
import type { Answer, Call } from '../http.js';

/** Families in which the control page shows the switches. */
export const GROUPS = [
  'manifest',
  'public endpoints',
  'signatures',
  'answers',
  'installs',
  'events and numbers',
] as const;
type SwitchGroup = (typeof GROUPS)[number];

/** A request as a switch sees it. */
export interface Incoming {
  readonly call: Call;
  readonly endpoint: EndpointName;
  /** Age of its timestamp in milliseconds; negative ahead of the clock, NaN without one. */
  readonly ageMs: number;
  /** Whether the signature is right, whatever the time, with these things changed. */
  readonly verifies: (change?: { signature?: (text: string) => string; path?: string }) => boolean;
}

/** A manifest before it is sent. */
export type Draft = Record<string, unknown>;

/** One way to break this Drive on purpose. A switch does nothing while it is off. */
export interface Switch {
  /** Stable name, as the control API takes it. */
  readonly name: string;
  readonly group: SwitchGroup;
  /** Behaviour of the Drive while it is on. */
  readonly title: string;
  /** Numbers of the conformance checks that then fire, and no others. */
  readonly breaks: readonly string[];
  /** The manifest shape on which it works; both when absent. */
  readonly shape?: 'b';
  readonly manifest?: (manifest: Draft) => void;
  /** Replaces the request before it is carried out. */
  readonly request?: (incoming: Incoming) => Call;
  /** Replaces the verdict on a signature: null accepts, a string refuses with that reason. */
  readonly verdict?: (right: string | null, incoming: Incoming) => string | null;
  readonly answer?: (answer: Answer, incoming: Incoming) => Answer;
  /** False keeps an event of this kind out of the log. */
  readonly writes?: (kind: string) => boolean;
  /** Bytes of the icon. */
  readonly icon?: string;
  /** How much later an answer comes, milliseconds. */
  readonly delayMs?: (incoming: Incoming) => number;
}

/** Makes the switches of one family; `breaks` lists the checks with spaces between. */
export const inGroup =
  (group: SwitchGroup) =>
  (name: string, title: string, breaks: string, fields: Partial<Switch>): Switch => ({
    name,
    group,
    title,
    breaks: breaks.split(' '),
    ...fields,
  });

/** Changes the answers of one endpoint. */
export const at = (endpoint: EndpointName, answer: NonNullable<Switch['answer']>): Partial<Switch> => ({
  answer: (given, incoming) => (incoming.endpoint === endpoint ? answer(given, incoming) : given),
});

/** `data` of a success; undefined for a refusal. */
export function dataOf(answer: Answer): Record<string, unknown> | undefined {
  if (typeof answer.body === 'string' || answer.status >= 300) return undefined;
  const { data } = answer.body as { data?: Record<string, unknown> };
  return data;
}

/** The same answer with its success data replaced; a refusal stays as it is. */
export function withData(answer: Answer, change: (data: Record<string, unknown>) => Record<string, unknown>): Answer {
  const data = dataOf(answer);
  return data === undefined ? answer : { ...answer, body: { ...(answer.body as object), data: change({ ...data }) } };
}

/** Rows of an events answer. */
export function rowsOf(data: Record<string, unknown>): Record<string, unknown>[] {
  return data['events'] as Record<string, unknown>[];
}
