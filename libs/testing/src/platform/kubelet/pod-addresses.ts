import { randomInt } from 'node:crypto';

const LAST = 253;

/** Addresses as a cluster has them: every one of 127.0.0.0/8 is this machine's, so that two Pods may listen on one port. */
export class PodAddresses {
  // Somebody else may run a platform on this machine too.
  private readonly network = `127.${randomInt(1, 255)}.${randomInt(0, 256)}`;
  private last = 0;

  /** Of the one node. */
  get node(): string {
    return `${this.network}.254`;
  }

  /** One that nobody has. */
  next(): string {
    if (this.last === LAST) throw new Error(`This platform has given away ${LAST} addresses; there are no more.`);
    return `${this.network}.${++this.last}`;
  }
}
