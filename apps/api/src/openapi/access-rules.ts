import { RequestMethod, type INestApplication, type Type } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer, Reflector } from '@nestjs/core';
import {
  ACCESS,
  asksForProof,
  BY_PERSON,
  HOST_SCOPE,
  isForAuthors,
  MEMBER_MAY,
  scopeFor,
  STEP_UP,
  type Access,
  type MemberCapability,
  type ScopeArea,
  type StepUpRule,
} from '@portal/platform/access';

/** Who may call an operation: what the access guard reads from the same decorators. */
export interface AccessRule {
  readonly access: Access;
  readonly member?: MemberCapability;
  /** Whether those who may call it, or the staff among them, are asked for a recent proof of identity. */
  readonly stepUp: boolean;
  /** Why staff are not asked for one. */
  readonly withoutStepUp?: string;
  /** Area that a token of the host needs a scope for. */
  readonly area?: ScopeArea;
  /** Why a person may make this change for the host; undefined where only its tokens may. */
  readonly byPerson?: string;
}

/** Name of an operation in the description: its class without "Controller", and its method. */
export const operationId = (controller: string, method: string) => `${controller.replace(/Controller$/, '')}_${method}`;

/** The rule of every operation that this process serves, by its id. */
export function accessRules(app: INestApplication): Map<string, AccessRule> {
  const reflector = app.get(Reflector);
  const rules = new Map<string, AccessRule>();
  for (const { id, controller, route } of methodsOf(app)) {
    const read = <T>(key: string): T | undefined => reflector.getAllAndOverride<T>(key, [route, controller]);
    const access = read<Access>(ACCESS);
    if (!access) continue;
    const changes = Reflect.getMetadata(METHOD_METADATA, route) !== RequestMethod.GET;
    const rule = read<StepUpRule>(STEP_UP);
    const [area, byPerson] = [read<ScopeArea>(HOST_SCOPE), read<string>(BY_PERSON)];
    if (changes && area !== undefined && byPerson === undefined) {
      rules.set(id, { access: { kind: 'roles', roles: ['host'] }, stepUp: false, area });
      continue;
    }
    const stepUp = asksForProof({ access, stepUp: rule, changes });
    const withoutStepUp = typeof rule === 'string' ? { withoutStepUp: rule } : {};
    const member = isForAuthors(access) ? read<MemberCapability>(MEMBER_MAY) : undefined;
    rules.set(id, { access, member, stepUp, ...withoutStepUp, area, byPerson });
  }
  return rules;
}

/** The methods of every controller that this process has. */
export function methodsOf(app: INestApplication) {
  return [...app.get(ModulesContainer).values()]
    .flatMap((module) => [...module.controllers.values()])
    .flatMap(({ metatype }) => {
      if (typeof metatype !== 'function') return [];
      const controller = metatype as Type;
      return routesOf(controller.prototype as object).map(([name, route]) => ({
        id: operationId(controller.name, name),
        controller,
        name,
        route,
      }));
    });
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

/** Who may call an operation, in a few words: `anybody`, `signed in`, `host (tenants:read) or admin`. */
export function accessName({ access, area }: AccessRule, changes: boolean): string {
  switch (access.kind) {
    case 'public':
      return 'anybody';
    case 'signed_in':
      return 'signed in';
    case 'roles':
      return access.roles
        .map((role) => (role === 'host' && area !== undefined ? `host (${scopeFor(area, changes)})` : role))
        .join(' or ');
  }
}

/** A sentence that names the roles, the capability of members and whether a recent proof of identity is needed. */
export function accessSentence({ access, member, stepUp, area }: AccessRule): string {
  return [
    whoMay(access),
    member === undefined ? '' : `Members of an organisation need the capability \`${member}\`.`,
    stepUp
      ? area === undefined
        ? 'Needs a recent proof of identity.'
        : 'A session needs a recent proof of identity.'
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function whoMay(access: Access): string {
  switch (access.kind) {
    case 'public':
      return 'No sign-in needed.';
    case 'signed_in':
      return 'For everyone who is signed in.';
    case 'roles':
      return `For these roles: ${access.roles.join(', ')}.`;
  }
}
