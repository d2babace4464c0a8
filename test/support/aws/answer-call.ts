/** Answers one call: checks the signature and the permission, applies the fault script, and performs the call. */
import type { ServerResponse } from 'node:http';
import { AwsError } from './aws-error.ts';
import type { AwsAnswer, AwsRequest } from './aws-request.ts';
import type { AwsState } from './aws-state.ts';
import type { Call, Fault, FaultScript } from './faults.ts';
import { forwardRequest } from './forward.ts';
import type { AwsService, PreparedCall } from './service.ts';
import { signedBy, signedService, type Verifier, verifySignature } from './sigv4.ts';

/** Whether the owner of an access key is allowed to make a call. */
export type Permits = (accessKeyId: string, call: Call, request: AwsRequest) => boolean;

export type CallContext = {
  readonly services: ReadonlyMap<string, AwsService>;
  readonly forward: ReadonlyMap<string, string>;
  /** The address of this server. */
  readonly own: () => string;
  readonly verifier: Verifier;
  readonly permits: Permits;
  readonly script: FaultScript;
  readonly state: AwsState;
  readonly requestId: string;
  /** Aborts when the caller disconnects. */
  readonly gone: AbortSignal;
};

/** The result of a call: an answer, possibly only half of it, or a reset connection. */
type Outcome = {
  readonly effect: boolean;
  readonly give: AwsAnswer | 'reset';
  readonly half?: boolean;
  readonly code?: string | undefined;
};

export async function answerCall(
  request: AwsRequest,
  response: ServerResponse,
  context: CallContext,
): Promise<void> {
  const name = signedService(request) ?? 's3';
  const origin = context.forward.get(name);
  const service =
    origin === undefined
      ? context.services.get(name)
      : forwardRequest({ service: name, origin, own: context.own() });
  if (!service) throw new Error(`This server does not implement ${name}.`);
  let call: PreparedCall['call'] = { service: name, operation: 'unknown', key: '' };
  const refused = (error: unknown): Outcome => {
    if (!(error instanceof AwsError)) throw error;
    return { effect: false, give: service.refuse(error, context.requestId), code: error.code };
  };
  let outcome: Outcome;
  try {
    verifySignature(request, context.verifier);
    const prepared = await service.prepare(request);
    call = prepared.call;
    if (!context.permits(signedBy(request), call, request)) {
      throw new AwsError(403, 'AccessDenied', `No policy allows ${call.operation} on ${call.key}.`);
    }
    outcome = await carryOut(prepared, service, context).catch(refused);
  } catch (error) {
    outcome = refused(error);
  }
  const { give } = outcome;
  context.state.calls.push({
    ...call,
    number: context.state.calls.length + 1,
    effect: outcome.effect,
    status: give === 'reset' ? undefined : give.status,
    code: outcome.code,
  });
  if (give === 'reset') response.socket?.resetAndDestroy();
  else send(give, response, { head: request.method === 'HEAD', half: outcome.half === true });
}

async function carryOut(
  prepared: PreparedCall,
  service: AwsService,
  { script, gone, requestId }: CallContext,
): Promise<Outcome> {
  const fault: Fault | undefined = script.next(prepared.call);
  const perform = async (): Promise<Outcome> => {
    const give = await prepared.perform();
    return { effect: give.status < 400, give };
  };
  if (!fault) return perform();
  const code = fault.kind;
  switch (fault.kind) {
    case 'error': {
      const give = service.refuse(new AwsError(fault.status, fault.code, fault.message), requestId);
      const effect = fault.when === 'after' && (await perform()).effect;
      return { effect, give, code: fault.code };
    }
    case 'throttle':
      throw service.throttled;
    case 'conflict':
      throw new AwsError(
        409,
        'ConditionalRequestConflict',
        'The conditional request cannot succeed due to a conflicting operation against this resource.',
      );
    case 'precondition-failed':
      throw new AwsError(
        412,
        'PreconditionFailed',
        'At least one of the pre-conditions you specified did not hold',
      );
    case 'drop':
      if (fault.when === 'before') return { effect: false, give: 'reset', code };
      return { ...(await perform()), give: 'reset', code };
    case 'stall': {
      if (fault.when === 'before') {
        await script.stall(gone);
        if (gone.aborted) return { effect: false, give: 'reset', code };
        return perform();
      }
      const done = await perform();
      await script.stall(gone);
      return { ...done, code };
    }
    case 'half-answer':
      return { ...(await perform()), half: true, code };
    case 'delay':
      await new Promise((resolve) => setTimeout(resolve, fault.milliseconds));
      return perform();
  }
}

function send(
  answer: AwsAnswer,
  response: ServerResponse,
  how: { readonly head: boolean; readonly half: boolean },
): void {
  const body = Buffer.from(answer.body);
  const headers = { ...answer.headers, 'content-length': String(body.length) };
  if (how.half) {
    response.writeHead(answer.status, headers);
    response.write(body.subarray(0, body.length / 2), () => response.socket?.resetAndDestroy());
    return;
  }
  response.writeHead(answer.status, headers);
  response.end(how.head ? undefined : body);
}
