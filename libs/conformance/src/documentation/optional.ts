import type { Documentation } from './documentation.js';

/** C125 to C137 and C150 to C152: replay, rotation, delivery of events, quota, content of reads, changed settings. */
export const optionalDocs: Readonly<Record<string, Documentation>> = {
  C125: {
    cause: 'Neither method nor body is signed, so one signature opens every method of its path for five minutes.',
    fix: 'Nothing that the contract asks. To be safer, remember the signature of each changing call for ten minutes, and refuse it with another body.',
  },
  C126: {
    cause: 'The Drive knows one secret only, so a change of it cuts off what was signed just before.',
    fix: 'Verify against both keys while a rotation lasts: PLATFORM_AGENT_SECRET and PLATFORM_AGENT_SECRET_PREVIOUS.',
    example: {
      wrong: 'const keys = [process.env.PLATFORM_AGENT_SECRET]',
      right:
        'const keys = [process.env.PLATFORM_AGENT_SECRET, process.env.PLATFORM_AGENT_SECRET_PREVIOUS].filter(Boolean)',
    },
  },
  C127: {
    cause: 'The path for the previous key is a shortcut that leaves out a step of the verification.',
    fix: 'Check headers, time and length once, then compare with each key in turn.',
    example: {
      wrong: 'if (!matches(current)) return matches(previous) || previousWasUsed',
      right: 'return keys.some((key) => matches(key))',
    },
  },
  C128: {
    cause: 'The manifest lists "endpoints.receive", but nothing takes a POST there.',
    fix: 'Take events there, or leave "receive" out of the manifest.',
    example: { wrong: 'app.get("/events/receive", take)', right: 'app.post("/events/receive", take)' },
  },
  C129: {
    cause: 'The route for events was added later, outside of the signature check.',
    fix: 'Put it behind the same verification as the five gated endpoints.',
    example: { wrong: 'app.post("/receive", take)', right: 'app.post("/receive", verified, take)' },
  },
  C130: {
    cause: 'Only kinds that the Drive acts upon are answered with 200, or the body is signed too.',
    fix: 'Answer 200 to the kind "ping", and sign timestamp and path only.',
    example: { wrong: 'if (!handlers[type]) return 400', right: 'if (type === "ping") return 200' },
  },
  C131: {
    cause: 'Usage is not counted before an install, or the refusal has another status or a body of its own.',
    fix: 'Answer 402 with { "ok": false, "error": "quota_exceeded" } before anything is created.',
    example: { wrong: '429 Too Many Requests', right: '402 { "ok": false, "error": "quota_exceeded" }' },
  },
  C132: {
    cause: 'Unit or limit stand twice in the code, or usage is let past the limit.',
    fix: 'Make the quota of the manifest and the one in metrics from one value.',
    example: {
      wrong: '"quota": { "unit": "articles", "limit": 50 }',
      right: '"quota": { "unit": "articles_per_month", "limit": 100, "used": 7 }',
    },
  },
  C134: {
    cause: 'The query sorts for people, newest first, or does not sort at all.',
    fix: 'Sort by ts, the oldest first.',
    example: { wrong: 'ORDER BY ts DESC', right: 'ORDER BY ts ASC' },
  },
  C135: {
    cause: 'Metrics hold figures of the product only.',
    fix: 'Add "installs_active", the number of installs that are not revoked.',
    example: { wrong: '{ "customers_active": 12 }', right: '{ "customers_active": 12, "installs_active": 3 }' },
  },
  C136: {
    cause: 'The summary has names of its own.',
    fix: 'Answer { "tenant_id": <id>, "plan": "pro", "amount_cents": 4900, "currency": "usd" }.',
    example: { wrong: '{ "mrr_cents": 4900 }', right: '{ "plan": "pro", "amount_cents": 4900, "currency": "usd" }' },
  },
  C137: {
    cause: 'since is ignored, or compared in seconds.',
    fix: 'Answer rows with ts > Number(since).',
    example: { wrong: 'events.slice(-limit)', right: 'events.filter(({ ts }) => ts > Number(since))' },
  },
  C150: {
    cause: 'The manifest lists "endpoints.config_update", but nothing takes a POST there.',
    fix: 'Take changed settings there, or leave "config_update" out of the manifest.',
    example: { wrong: 'app.put("/config-update", take)', right: 'app.post("/config-update", take)' },
  },
  C151: {
    cause: 'The route for changed settings was added later, outside of the signature check.',
    fix: 'Put it behind the same verification as the five gated endpoints.',
    example: { wrong: 'app.post("/config-update", take)', right: 'app.post("/config-update", verified, take)' },
  },
  C152: {
    cause: 'A version that is there already is refused, or the answer does not name the version.',
    fix: 'Keep the settings if their version is higher than yours, and answer 200 with the version that you have then.',
    example: {
      wrong: 'if (version <= mine) return 409',
      right: 'if (version > mine) save(config); return { install_id, settings_version: Math.max(version, mine) }',
    },
  },
};
