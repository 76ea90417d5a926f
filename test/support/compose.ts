import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

export interface ComposeService {
  image?: string;
  build?: { context: string; dockerfile: string; target: string };
  profiles?: string[];
  restart?: string;
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  env_file?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: (string | { source: string; target: string })[];
  ports?: string[];
  networks?: string[];
  network_mode?: string;
  depends_on?: Record<string, { condition: string }>;
  entrypoint?: string[];
  command?: string[];
  healthcheck?: { test: string[] };
  deploy?: { replicas?: number; resources: { limits: { cpus: string; memory: string } } };
}

export interface Compose {
  name: string;
  services: Record<string, ComposeService>;
  secrets: Record<string, { file: string }>;
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } }>;
  volumes: Record<string, null>;
}

const ROOT = path.resolve(__dirname, '../..');

export const composeOf = (file: string): Compose =>
  parse(readFileSync(path.join(ROOT, file), 'utf8'), { merge: true }) as Compose;

/** The targets of docker/Dockerfile: what stands in each after its `FROM`. */
export const imageTargets = (): Map<string, string> => {
  const dockerfile = readFileSync(path.join(ROOT, 'docker/Dockerfile'), 'utf8');
  const stages = dockerfile.matchAll(/^FROM \S+ AS (\S+)\n([^]*?)(?=^FROM |$(?![^]))/gm);
  return new Map([...stages].map(([, name, body]) => [name!, body!]));
};

/** `${NAME:-default}`, or `${NAME:?needed}`, as compose fills it in. */
const substitute = (value: string, env: Record<string, string>): string =>
  value.replaceAll(/\$\{([A-Z_]+):[-?]([^}]*)\}/g, (_all, name: string, fallback: string) => env[name] ?? fallback);

/**
 * The environment of a service as compose makes it: .env where the service reads it, then `environment`.
 * @param folder whose `secrets` stand for /run/secrets
 */
export function serviceEnvironment(
  { env_file = [], environment = {} }: ComposeService,
  folder: string,
  env: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ ...(env_file.length > 0 && env), ...environment }).map(([key, value]) => [
      key,
      substitute(value, env).replace('/run/secrets/', `${folder}/secrets/`),
    ]),
  );
}
