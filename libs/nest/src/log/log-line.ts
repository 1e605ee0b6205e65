/** What is said in one line of a log, before it is written in one form or the other. */
export interface LogLine {
  /** Left out where whoever collects the lines puts a time on them. */
  readonly ts?: string;
  readonly level: LogLevel;
  readonly logger?: string;
  readonly msg: string;
  /** What stood beside the message. */
  readonly fields: object;
  readonly stacktrace?: string;
}

/** How grave a line is. */
export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

/** `json` is for machines and the default; `text` for a person at a terminal. */
export type LogFormat = 'json' | 'text';
