import type { INestApplication } from '@nestjs/common';
import { ModulesContainer, Reflector } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ACCESS, MEMBER_MAY, STEP_UP, type Access, type MemberCapability } from '@portal/platform/access';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** What a session or a token of the description is called: `components.securitySchemes`. */
const SIGNED_IN: Record<string, string[]>[] = [{ cookie: [] }, { bearer: [] }];

export const operationId = (controller: string, method: string): string =>
  `${controller.replace(/Controller$/, '')}_${method}`;

/**
 * Writes into each operation who may use it: its `security`, and a sentence that names the roles, the capability of
 * members and whether a recent proof of identity is needed. Read from the same decorators as the access guard's.
 * @throws Error for an operation without an access rule
 */
export function describeAccess(app: INestApplication, operations: readonly Operation[]): void {
  const rules = accessRules(app);
  for (const operation of operations) {
    const rule = rules.get(operation.operationId ?? '');
    if (!rule) throw new Error(`${operation.operationId} has no access rule`);
    operation.security = rule.access.kind === 'public' ? [] : SIGNED_IN;
    operation.description = [operation.description, sentence(rule)].filter(Boolean).join('\n\n');
  }
}

interface Rule {
  readonly access: Access;
  readonly member?: MemberCapability;
  readonly stepUp?: boolean;
}

function accessRules(app: INestApplication): Map<string, Rule> {
  const reflector = app.get(Reflector);
  const rules = new Map<string, Rule>();
  for (const module of app.get(ModulesContainer).values())
    for (const { metatype } of module.controllers.values()) {
      if (typeof metatype !== 'function') continue;
      for (const [name, route] of routesOf(metatype.prototype as object)) {
        const read = <T>(key: string): T | undefined => reflector.getAllAndOverride<T>(key, [route, metatype]);
        const access = read<Access>(ACCESS);
        if (access)
          rules.set(operationId(metatype.name, name), { access, member: read(MEMBER_MAY), stepUp: read(STEP_UP) });
      }
    }
  return rules;
}

/** Methods of a controller, those that it inherits among them. */
function routesOf(prototype: object): [name: string, method: () => unknown][] {
  const inherited = Object.getPrototypeOf(prototype) as object | null;
  if (inherited === null) return [];
  const own = Object.getOwnPropertyNames(prototype)
    .map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name)?.value] as const)
    .filter((entry): entry is [string, () => unknown] => typeof entry[1] === 'function');
  return [...routesOf(inherited), ...own];
}

function sentence({ access, member, stepUp }: Rule): string {
  return [
    whoMay(access),
    member === undefined ? '' : `Members of an organization need the capability \`${member}\`.`,
    stepUp === true ? 'Needs a recent proof of identity.' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function whoMay(access: Access): string {
  switch (access.kind) {
    case 'public':
      return 'Anyone may call it, without signing in.';
    case 'signed_in':
      return 'For everybody who is signed in.';
    case 'roles':
      return `For these roles: ${access.roles.join(', ')}.`;
  }
}
