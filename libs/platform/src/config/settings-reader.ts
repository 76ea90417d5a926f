import { readFileSync } from 'node:fs';

/** Reads settings by name and collects problems, never with their values. */
interface SettingsReader<N extends string> {
  /** Trimmed; undefined when it is not set or empty. */
  value(name: N): string | undefined;
  /** Empty when it is missing, which is reported as a problem. */
  required(name: N): string;
  /** An integer between `min` and `max`, inclusive. */
  whole(name: N, fallback: number, min: number, max: number): number;
}

/**
 * @param secrets names that may also be given as a file path in NAME_FILE, which takes precedence
 * @param problems receives a line for each unusable setting
 */
export function settingsReader<N extends string>(
  env: NodeJS.ProcessEnv,
  secrets: readonly N[],
  problems: string[],
): SettingsReader<N> {
  const value = (name: N): string | undefined => {
    const file = secrets.includes(name) ? env[`${name}_FILE`] : undefined;
    if (!file) return env[name]?.trim() || undefined;
    try {
      return readFileSync(file, 'utf8').trim() || undefined;
    } catch {
      const problem = `${name}_FILE cannot be read`;
      if (!problems.includes(problem)) problems.push(problem);
      return undefined;
    }
  };
  return {
    value,
    required(name) {
      const text = value(name);
      if (text === undefined && !problems.some((p) => p.startsWith(name))) problems.push(`${name} is missing`);
      return text ?? '';
    },
    whole(name, fallback, min, max) {
      const text = value(name);
      if (text === undefined) return fallback;
      const n = Number(text);
      if (!/^\d+$/.test(text) || n < min || n > max)
        problems.push(`${name} must be a whole number from ${min} to ${max}`);
      return n;
    },
  };
}
