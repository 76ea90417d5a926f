import { ENDPOINT_NAMES, OPTIONAL_ENDPOINT_NAMES } from '@portal/contract';
import { checksOf, NOTHING_TO_CHECK } from '../check.js';
import { METHODS } from '../probe/probe.js';

const schema = checksOf('schema', 'schema');

/** C133: no two endpoints share a path. */
export const distinctPaths = schema.error(
  'C133',
  'endpoints_distinct',
  'Manifest shape B: endpoints object; Authentication 3',
  async (context) => {
    const endpoints = context.endpoints();
    if (!endpoints) return false;
    if (context.document?.shape !== 'structured') return NOTHING_TO_CHECK;
    const names = [...ENDPOINT_NAMES, ...OPTIONAL_ENDPOINT_NAMES];
    const first = new Map<string, (typeof names)[number]>();
    for (const name of names) {
      const path = endpoints[name];
      if (!path) continue;
      const other = first.get(path);
      if (other === undefined) {
        first.set(path, name);
        continue;
      }
      const alike = METHODS[name] === METHODS[other];
      context.report({
        level: alike ? 'error' : 'warning',
        pointer: `/endpoints/${name}`,
        expected: 'a path of its own for each endpoint',
        received: path,
        cause: alike
          ? `"${name}" and "${other}" have one path and one method: the host gets the same answer for both.`
          : `"${name}" and "${other}" have one path: the method is not signed, so a signature for one opens the other.`,
        fix: `Give "${name}" a path of its own.`,
      });
    }
    return true;
  },
);
