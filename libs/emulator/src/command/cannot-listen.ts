import type { ListenPlace } from '../server/tls-server.js';

/** The emulator could not listen where it was told to. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen';

  constructor({ address, port }: ListenPlace, why: NodeJS.ErrnoException) {
    super(`The emulator cannot listen on port ${port} of ${address}: ${inWords(why)}`, { cause: why });
  }
}

function inWords(why: NodeJS.ErrnoException): string {
  switch (why.code) {
    case 'EADDRINUSE':
      return 'somebody else does. End that program, or name another port by --port; without it any free one is taken.';
    case 'EADDRNOTAVAIL':
      return 'this machine has no such address. Name one of its own by --address.';
    case 'EACCES':
      return 'that takes more rights than you have. Name a port from 1024 on by --port.';
    default:
      return why.message;
  }
}
