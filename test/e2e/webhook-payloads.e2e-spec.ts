import { readFileSync } from 'node:fs';
import { Validator, type Schema } from '@cfworker/json-schema';
import { Client } from 'pg';
import { SOURCES } from '../../libs/webhooks/src/jobs/author-events.js';
import type { TestDatabase } from '../support/database.js';
import { createPlayedDatabase } from '../support/played-database.js';

interface Published {
  schema: Schema & { properties: { data: Schema } };
}
const { webhooks } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
  webhooks: Record<string, { post: { requestBody: { content: { 'application/json': Published } } } }>;
};

/** The names that a schema of an object has for its fields. */
const fieldsOf = ({ properties = {}, anyOf = [] }: Schema): string[] => [
  ...Object.keys(properties),
  ...(anyOf as Schema[]).flatMap(fieldsOf),
];

describe('messages of author webhooks about what happened in the story', () => {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    ({ database } = await createPlayedDatabase());
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('are as their published schemas say, without a field more', async () => {
    const { rows } = await client.query<{ type: string; payload: object; created_at: Date }>(
      'select type, payload, created_at from platform.outbox_events order by seq',
    );
    const seen = new Set<string>();
    const wrong: string[] = [];
    for (const { type: event, payload, created_at } of rows) {
      const notice = SOURCES.find((source) => source.event.type === event)?.notice(payload as never);
      if (!notice) continue;
      const { type, data } = notice;
      const { schema } = webhooks[type]!.post.requestBody.content['application/json'];
      const message: unknown = JSON.parse(JSON.stringify({ type, timestamp: created_at, data }));
      const { errors } = new Validator(schema, '2020-12', false).validate(message);
      const known = fieldsOf(schema.properties.data);
      const more = Object.keys(data).filter((name) => !known.includes(name));
      seen.add(type);
      wrong.push(...errors.map(({ error }) => `${type}: ${error}`), ...more.map((name) => `${type}: ${name} is new`));
    }
    expect(wrong).toEqual([]);
    // What the story brings about, so that an empty log is no success.
    for (const type of ['application.decided', 'listing.state_changed', 'payout.settled', 'signing_key.rotated'])
      expect(seen).toContain(type);
    for (const type of ['signing_key.adopted', 'submission.checked', 'submission.decided', 'version.published'])
      expect(seen).toContain(type);
  });
});
