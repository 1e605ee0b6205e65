/** Something that a user should read beside the status. */
export interface OrderEvent {
  readonly type: 'Normal' | 'Warning';
  /** One word in CamelCase. */
  readonly reason: string;
  readonly message: string;
  /** When it began. The same event with the same beginning is told once, also after a restart. */
  readonly since?: string;
}

/** Where the Events of one order go. Best effort: `tell` never rejects, and nothing waits for its success. */
export interface EventSink {
  tell(event: OrderEvent): Promise<void>;
}
