import type { Documentation } from './documentation.js';

/** C80 to C106: the lifecycle on a probe tenant. C153 to C155: on two of them. */
export const lifecycleDocs: Readonly<Record<string, Documentation>> = {
  C80: {
    cause: 'The body is signed too, or the Drive wants a field that the contract does not have.',
    fix: 'Sign timestamp and path only, and need no more than the tenant.',
  },
  C81: { cause: 'Created things answer 201 by habit of the framework.', fix: 'Answer 200 once the install exists.' },
  C82: {
    cause:
      'scoped_token or the id is missing from data, the token does not begin with token_prefix, or mount_url leads to another origin than the Drive’s and host_origin.',
    fix: 'Answer install_id (or drive_workspace_id) and a scoped_token that begins with token_prefix; a mount_url is https on your own origin or on host_origin.',
  },
  C83: {
    cause: 'It is short, the same for all, or made of an id that others know.',
    fix: 'Make it of at least 16 random bytes, new for every install.',
  },
  C84: {
    cause: 'The body is not validated before something is created.',
    fix: 'Look for tenant_id (or merkava_tenant_id) before anything is created.',
  },
  C85: {
    cause: 'The parser’s error is not caught, or the body is ignored.',
    fix: 'Catch it and answer 400 with { "ok": false, "error": "<reason>" }.',
  },
  C86: {
    cause: 'A unique index refuses the second one, and nobody catches it.',
    fix: 'Look for a live install of this tenant and venture first, and answer with it.',
  },
  C87: {
    cause: 'The event is not written, or has another kind.',
    fix: 'Append install.created in the same transaction.',
  },
  C88: {
    cause: 'installs_active is fixed or cached.',
    fix: 'Count at the moment of the call, or refresh the count with every install.',
  },
  C89: {
    cause: 'Another status, or data without install_id and revoked.',
    fix: 'Answer { "install_id": <id>, "revoked": true } in data.',
  },
  C90: { cause: 'Ended installs are still found.', fix: 'Look among live installs only.' },
  C91: {
    cause: 'The route’s pattern is signed instead of the path that was called.',
    fix: 'Sign the concrete path, with the identifier in it.',
  },
  C92: {
    cause: 'The path is decoded before it is verified or routed.',
    fix: 'Verify over the path as it came, then decode the id once.',
  },
  C93: {
    cause: 'The event is not written, or has another kind.',
    fix: 'Append install.revoked in the same transaction.',
  },
  C94: {
    cause: 'An event is appended whether or not an install was found.',
    fix: 'Append the event only when an install was really revoked.',
  },
  C95: {
    cause: 'since is compared with ">=".',
    fix: 'Answer rows with ts > Number(since).',
    example: { wrong: 'ts >= Number(since)', right: 'ts > Number(since)' },
  },
  C96: { cause: 'A missing or non-numeric since is an error.', fix: 'Take 0 when since is absent or no number.' },
  C97: {
    cause: 'Rows are computed when they are read, or deleted with their install.',
    fix: 'Store events once and never touch them again; compute nothing when they are read.',
  },
  C98: {
    cause: 'Another tenant’s summary comes back, or amounts are not whole cents.',
    fix: 'Answer { tenant_id, plan, amount_cents, currency: "usd" } of the tenant that was asked for.',
  },
  C99: { cause: 'Unknown ids answer 200 or 204.', fix: 'Answer 404 with "not-found".' },
  C104: {
    cause: 'Two of them pass the look-up together, and a unique index refuses one.',
    fix: 'Keep one live install per tenant and venture with a unique index, and answer with the one that won.',
  },
  C105: {
    cause: 'DELETE does not know an id that install handed out.',
    fix: 'Make DELETE work for every id that install answers with.',
  },
  C106: {
    cause: 'Ended installs stay in the count, or one install counts twice.',
    fix: 'Count live installs only, and each once.',
  },
  C153: {
    cause: 'The token of the call is not checked, so every install gets the whole event log.',
    fix: 'Find the install by its token and answer with its rows only.',
    example: {
      wrong: 'select * from events where ts > $1',
      right: 'select * from events where install_id = $2 and ts > $1',
    },
  },
  C154: {
    cause: 'Figures are listed for all tenants, whatever token the call has.',
    fix: 'Find the install by its token and answer with its figures only.',
  },
  C155: {
    cause: 'The tenant is taken from the query alone.',
    fix: 'Take it from the token of the call; from the query only when there is no token.',
  },
};
