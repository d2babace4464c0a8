/** The interface of each service of the server. */
import type { AwsError } from './aws-error.ts';
import type { AwsAnswer, AwsRequest } from './aws-request.ts';
import type { Call } from './faults.ts';

export type PreparedCall = {
  readonly call: Call;
  /** Performs the call and answers. @throws AwsError where the real service answers with an error */
  readonly perform: () => AwsAnswer | Promise<AwsAnswer>;
};

export interface AwsService {
  /** Reads the request without performing it. @throws AwsError for an unknown operation */
  readonly prepare: (request: AwsRequest) => PreparedCall | Promise<PreparedCall>;
  /** An error answer in the format of the service. */
  readonly refuse: (error: AwsError, requestId: string) => AwsAnswer;
  readonly throttled: AwsError;
}
