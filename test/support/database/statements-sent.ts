import { Client } from 'pg';

/** Statements other than those that begin, scope and end a transaction. */
export async function statementsSent(work: () => Promise<unknown>): Promise<string[]> {
  const spy = jest.spyOn(Client.prototype, 'query');
  try {
    await work();
    return spy.mock.calls
      .map(([one]) => (typeof one === 'string' ? one : (one as unknown as { text: string }).text))
      .filter((text) => !/^\s*(begin|start|set|commit|select set_config)/i.test(text));
  } finally {
    spy.mockRestore();
  }
}
