/** The binaries of a real platform are built once, or found where they were built before; each file starts a platform of its own. */
import { platformBinaries } from '../../tools/control-plane/build.mjs';

export default async function setUp() {
  process.env.PLATFORM_BINARIES = await platformBinaries();
}
