/**
 * One call of the payment sandbox's control plane.
 * @param path below `/_sandbox`
 * @throws Error with its answer when it refuses
 */
export async function controlSandbox(sandboxUrl: string, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${sandboxUrl}/_sandbox${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Record<string, unknown>;
}
