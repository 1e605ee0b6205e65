import type { AnswerClass } from '../bad-input/wire.js';
import type { ChanceRequest } from './requests.js';

/** Where the emulator does not do as a real kube-apiserver, on purpose. */
export interface KnownDifference {
  readonly why: string;
  /** Whether an answer of the real server to a request is one of this kind. */
  readonly concerns: (request: ChanceRequest, real: AnswerClass) => boolean;
}

const isPatch = ({ headers }: ChanceRequest, type: string): boolean => headers['content-type'] === type;

export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    why: 'A strategic patch that takes for a list what is none, or names a list that the kind does not have, is a fault of the real server itself (500). Here it does nothing, or is refused.',
    concerns: (request, { status }) => status === 500 && isPatch(request, 'application/strategic-merge-patch+json'),
  },
  {
    why: 'Whom an Event belongs to is kept for each of its two groups there, and once for both here: an apply through the other group meets a conflict first.',
    concerns: (request, { status }) => status >= 400 && request.path.includes('/events/') && isPatch(request, 'application/apply-patch+yaml'),
  },
  {
    why: 'An item without its key, in a list of a kind of Kubernetes itself that is merged by one, makes an apply a fault of the real server (500). Here another check refuses it.',
    concerns: (request, { status }) => status === 500 && isPatch(request, 'application/apply-patch+yaml'),
  },
  {
    why: 'What a patch does to the apiVersion of a custom resource is forgotten there in its status, and a fault of the real server itself beside it (500). Here it is refused.',
    concerns: ({ path, body }, { status }) => (path.includes('/status') || status === 500) && body?.includes('apiVersion') === true,
  },
];
