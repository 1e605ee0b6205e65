import type { PlatformCluster } from './platform-cluster.js';

/** Where the API servers of a platform's clusters come from. */
export interface ApiServers {
  /** The API server of this name; it is started when there is none yet. */
  serve(name: string): Promise<PlatformCluster>;
  /** Ends it, and forgets what was in it. */
  remove(name: string): Promise<void>;
}
