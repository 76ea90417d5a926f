import { code, table } from './markdown.mjs';

/**
 * docs/permissions.md: a line per operation of the API description. `rules`: what the access guard reads of each operation,
 * by its id. The tests that call every route as everybody compare its behaviour with these lines.
 */
export function permissionsPage({ paths }, rules) {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { member = '', stepUp, withoutStepUp = '', byPerson = '' } = rules.get(operation.operationId);
      const takesKey = (operation.parameters ?? []).some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'));
      const who = operation['x-access'];
      return [
        code(`${method.toUpperCase()} ${path}`),
        who,
        member,
        stepUp ? 'yes' : withoutStepUp && `no: ${withoutStepUp}`,
        takesKey ? 'yes' : '',
        byPerson,
      ];
    }),
  );
  return `# Who may call each route

Written by \`npm run generate\` from the decorators of the controllers, so that a change of who may do what is a line in a diff.
\`test/e2e/access.e2e-spec.ts\` calls every route as everybody and compares. Capability: what a member of an author's organisation
needs (\`libs/platform/src/access/member-role.ts\`). Proof: only within minutes after proving who one is, as every
change by a role of staff that does not say why not (\`libs/platform/src/access/recent-proof.ts\`); a token of the host is not asked.
Key: takes an \`Idempotency-Key\`. By a person: why a person may make this change for the host, which is otherwise for tokens that two
admins approved (\`ByPerson\`).

${table(['Route', 'Who', 'Capability', 'Proof', 'Key', 'By a person'], rows)}
`;
}
