export interface LocalPg {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly source: string;
  readonly major: number;
  readonly dataDir: string;
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}
export function startLocalPg(options: {
  dataDir: string;
  database?: string;
  throwaway?: boolean;
  port?: number;
  log?: (text: string) => void;
}): Promise<LocalPg>;
