/** Milliseconds between two writes of the ProviderConfig's status: a test that waits for one need not wait as long as an operator. */
export const STATUS_PAUSE_MS = 200;
