/** The environment that a driver reads its settings from; handed in, so that a library never looks at the process. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Where a kcp comes from: inside the process, a `kcp` binary as a child, or a container. */
export type KcpDriverName = 'emulator' | 'binary' | 'container';

/** A kcp that runs for a test or a demo. Its owner calls {@link KcpServer.stop}. */
export interface KcpServer {
  readonly driver: KcpDriverName;
  /** Base URL without `/clusters/…` and without a trailing slash. */
  readonly url: string;
  /** PEM of the CA that signed the server's certificate. */
  readonly ca: string;
  /** kcp's admin kubeconfig as text. Real kcp makes new tokens at every start: read it again after a restart. */
  readonly adminKubeconfig: string;
  /** Where the server keeps its data; `undefined` where there is no such place on this machine. */
  readonly rootDirectory: string | undefined;
  /** The last lines that the server wrote, for the message of a failed test. */
  output(): string;
  /**
   * Ends the server and starts it again on the same data and port.
   * @throws {@link KcpRestartRefused} when the server belongs to somebody else
   */
  restart(): Promise<void>;
  /** Ends the server and removes what it left on this machine. A second call does nothing. */
  stop(): Promise<void>;
}

/** A driver was asked for by name and this machine does not have it. Never a skip: the caller wanted it. */
export class KcpDriverMissing extends Error {
  override readonly name = 'KcpDriverMissing';

  constructor(
    readonly driver: KcpDriverName,
    readonly reason: string,
    readonly nextStep: string,
  ) {
    super(`The kcp driver "${driver}" cannot be had here: ${reason}. ${nextStep}`);
  }
}

/** A kcp was started and did not become ready, or ended before it was. */
export class KcpNotReady extends Error {
  override readonly name = 'KcpNotReady';

  constructor(driver: KcpDriverName, what: string, output: string) {
    super(`The kcp of driver "${driver}" did not become ready: ${what}. Look at its last output below.\n${output}`);
  }
}

/** A kcp that is shared with other tests must not go away under them. */
export class KcpRestartRefused extends Error {
  override readonly name = 'KcpRestartRefused';

  constructor() {
    super('This kcp was started by somebody else (KCP_SHARED_KUBECONFIG). Ask startKcp for one of your own with { own: "always" }.');
  }
}
