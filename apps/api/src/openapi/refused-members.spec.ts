import { AppError } from '@portal/kernel';
import { createValidationPipe } from '@portal/platform/http';
import { forbiddenBodies } from '../../../../test/support/http/forbidden-bodies.js';
import '../api.module.js';
import { validatedClasses } from './request-constraints.js';

it('a member that the schema of a body forbids is refused with its pointer, at every depth', async () => {
  const pipe = createValidationPipe();
  const classes = new Map(validatedClasses().map((one) => [one.name, one]));
  const taken: string[] = [];
  let tried = 0;
  for (const { operationId, schema, bodies } of forbiddenBodies)
    // What is empty is also refused by use cases, which say it better.
    for (const { at, made } of bodies.filter((one) => !/ empty (text|list)$/.test(one.at))) {
      tried += 1;
      const outcome: unknown = await pipe
        .transform(made, { type: 'body', metatype: classes.get(schema) })
        .then(() => 'taken')
        .catch((error: unknown) => error);
      const refused = outcome instanceof AppError && outcome.status === 400 && outcome.details.length > 0;
      if (!refused || outcome.details.some(({ pointer }) => pointer === ''))
        taken.push(`${operationId} ${at}: ${String(outcome)}`);
    }
  expect(forbiddenBodies.length).toBeGreaterThan(100);
  expect(tried).toBeGreaterThan(2_000);
  expect(taken).toEqual([]);
});
