
/** How the process was called. `runProvider` provides it; a module without it explores and checks, and never starts anything. */
export const RUNTIME_SETTINGS: unique symbol = Symbol('@kcp-runtime/nest settings');

/** The handlers of every offer, after the boot check. */
export const OFFER_HANDLERS: unique symbol = Symbol('@kcp-runtime/nest handlers');
