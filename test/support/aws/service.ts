/** What the server asks of each service it plays. */
import type { AwsError } from './aws-error.ts';
import type { AwsAnswer, AwsRequest } from './aws-request.ts';
import type { Call } from './faults.ts';

export type PreparedCall = {
  readonly call: Call;
  /** Does what was asked, all at once, and answers. @throws AwsError where the real service refuses */
  readonly perform: () => AwsAnswer | Promise<AwsAnswer>;
};

export interface AwsService {
  /** Reads the request, without effect. @throws AwsError where it is no operation of this service */
  readonly prepare: (request: AwsRequest) => PreparedCall | Promise<PreparedCall>;
  /** The service's form of a refusal. */
  readonly refuse: (error: AwsError, requestId: string) => AwsAnswer;
  readonly throttled: AwsError;
}
