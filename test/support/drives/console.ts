import type { ConsoleView } from '../../../apps/reference-drive/src/control-routes.js';

/** An action in the console of the reference Drive at `url`. */
export const control = (url: string, action: string, body: object): Promise<Response> =>
  fetch(`${url}/_control/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** What its console shows. */
export async function consoleState(url: string): Promise<ConsoleView> {
  return ((await (await fetch(`${url}/_control/state`)).json()) as { data: ConsoleView }).data;
}
