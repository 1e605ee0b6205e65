/** One scenario of `npm run bench`. It prints its figures itself. */
export interface Scenario {
  readonly name: string;
  /** One line for the list. */
  readonly what: string;
  run(): Promise<void>;
}
