import type { Settings } from './settings.js';
import { readVariables } from './variables.js';

// The class has the settings as its fields.
export interface Config extends Settings {}

/** All settings of a process, read once at start. Built by `Config.fromEnv`; tests give them. */
export class Config {
  constructor(settings: Settings) {
    Object.assign(this, settings);
  }

  /**
   * Reads and validates every variable (docs/configuration.md lists them).
   * @throws ConfigError with all problems at once, names only.
   */
  static fromEnv(env: NodeJS.ProcessEnv = process.env): Config {
    return new Config(readVariables(env));
  }

  get isSandbox(): boolean {
    return this.mode === 'sandbox';
  }

  /** No real money is moved, and exports say so. Also true in production with a Stripe test key. */
  get isTestMoney(): boolean {
    return this.isSandbox || !/^(sk|rk)_live_/.test(this.stripe.secretKey.reveal());
  }
}
