import type { RawAnswer } from './raw-client.js';

/** A request of the set-up was answered otherwise than it must be. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';

  constructor(
    method: string,
    path: string,
    readonly status: number,
    text: string,
  ) {
    super(`${method} ${path} was answered ${status}: ${text.slice(0, 500)}`);
  }
}

/** The answer, when its status is one of `statuses`. */
export function expectStatus(answer: RawAnswer, method: string, path: string, ...statuses: readonly number[]): RawAnswer {
  if (!statuses.includes(answer.status)) throw new UnexpectedAnswer(method, path, answer.status, answer.text);
  return answer;
}
