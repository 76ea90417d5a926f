import 'reflect-metadata';
import { RequestMethod, type DynamicModule, type Type } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { MEMBER_ROLES, withCapability, type MemberCapability } from '@portal/platform/access';
import { ApiModule } from '../../apps/api/src/api.module.js';
import {
  ACCESS,
  HOST_SCOPE,
  MEMBER_MAY,
  STEP_UP as STEP_UP_KEY,
  type Access,
} from '../../libs/platform/src/access/access.js';
import { testConfig } from '../support/config.js';
import { MEMBERS, PERMISSIONS, STEP_UP } from '../support/http/permission-matrix.js';

type Import = Type | DynamicModule | { forwardRef: () => Type };

/** Every controller of the modules, each once. */
function controllersOf(modules: readonly Import[], seen = new Set<unknown>()): Type[] {
  return modules.flatMap((one) => {
    if ('forwardRef' in one) return controllersOf([one.forwardRef()], seen);
    const module = 'module' in one ? one.module : one;
    const own = 'module' in one ? one : undefined;
    const first = !seen.has(module);
    seen.add(module);
    const stated = <T>(key: string): T[] =>
      first ? ((Reflect.getMetadata(key, module) as T[] | undefined) ?? []) : [];
    return [
      ...stated<Type>(MODULE_METADATA.CONTROLLERS),
      ...(own?.controllers ?? []),
      ...controllersOf([...stated<Import>(MODULE_METADATA.IMPORTS), ...((own?.imports ?? []) as Import[])], seen),
    ];
  });
}

interface Guarded {
  readonly access: Access | undefined;
  readonly stepUp: boolean;
  readonly member: MemberCapability | undefined;
  readonly area: string | undefined;
}

/** The guards of each route, by its name in the permission matrix. */
function guardsOf(controllers: readonly Type[]): Map<string, Guarded> {
  const guards = new Map<string, Guarded>();
  for (const controller of controllers) {
    const prefix = Reflect.getMetadata(PATH_METADATA, controller) as string;
    for (
      let proto = controller.prototype as object;
      proto !== Object.prototype;
      proto = Object.getPrototypeOf(proto) as object
    )
      for (const { value: route } of Object.values(Object.getOwnPropertyDescriptors(proto)) as { value: unknown }[]) {
        if (typeof route !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, route)) continue;
        const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, route) as number];
        const path = [prefix, Reflect.getMetadata(PATH_METADATA, route) as string].join('/');
        const url = `/${path.split('/').filter(Boolean).join('/')}`.replace(/:(\w+)/g, '{$1}');
        // As the access guard reads them: the route's own word goes before its controller's.
        const read = <T>(key: string): T | undefined =>
          (Reflect.getMetadata(key, route) ?? Reflect.getMetadata(key, controller)) as T | undefined;
        guards.set(`${method} ${url}`, {
          access: read<Access>(ACCESS),
          stepUp: read<boolean>(STEP_UP_KEY) === true,
          member: read<MemberCapability>(MEMBER_MAY),
          area: read<string>(HOST_SCOPE),
        });
      }
  }
  return guards;
}

/** The roles in an organisation that have the capability; all of them where none is required. */
function membersWith(capability: MemberCapability | undefined): string[] {
  return MEMBER_ROLES.filter((member) => {
    if (capability === undefined) return true;
    try {
      withCapability(
        { kind: 'user', userId: 'u', name: 'U', roles: [{ role: 'author', scopeId: 'o', member }] },
        capability,
      );
      return true;
    } catch {
      return false;
    }
  });
}

// Covers in seconds, before anything runs, what test/e2e/access.e2e-spec.ts proves with a browser and a whole portal.
describe('the guards of the routes', () => {
  const routes = [...guardsOf(controllersOf([ApiModule.forRoot(testConfig('postgres://nobody@127.0.0.1:1/none'))]))];
  const listed = routes.filter(([name]) => name in PERMISSIONS);

  it('are found for every row of the permission matrix', () => {
    expect(Object.keys(PERMISSIONS).filter((name) => !listed.some(([route]) => route === name))).toEqual([]);
  });

  it('let in whom the matrix names, and nobody else', () => {
    const words = ({ access }: Guarded): unknown =>
      access?.kind === 'roles' ? [...access.roles].sort() : access?.kind;
    expect(Object.fromEntries(listed.map(([name, guarded]) => [name, words(guarded)]))).toEqual(
      Object.fromEntries(
        listed.map(([name]) => [
          name,
          typeof PERMISSIONS[name] === 'string' ? PERMISSIONS[name] : [...PERMISSIONS[name]!].sort(),
        ]),
      ),
    );
  });

  it('require a recent proof of identity where the matrix does', () => {
    expect(
      listed
        .filter(([, { stepUp }]) => stepUp)
        .map(([name]) => name)
        .sort(),
    ).toEqual([...STEP_UP].sort());
  });

  it('state the scopes of host tokens where they let the host in, and nowhere else', () => {
    const scoped = listed.filter(([, { area }]) => area !== undefined).map(([name]) => name);
    expect(scoped.sort()).toEqual(
      Object.keys(PERMISSIONS)
        .filter((name) => PERMISSIONS[name]!.includes('host'))
        .sort(),
    );
  });

  it('let in the members that the matrix names', () => {
    const members = listed.filter(([name]) => name in MEMBERS);
    expect(Object.fromEntries(members.map(([name, { member }]) => [name, membersWith(member).sort()]))).toEqual(
      Object.fromEntries(Object.entries(MEMBERS).map(([name, roles]) => [name, [...roles].sort()])),
    );
  });
});
