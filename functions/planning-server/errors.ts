/** What can go wrong in the planning server that its operator has to put right. */
export abstract class PlanningServerError extends Error {
  abstract override readonly name: string;
}

/** The port could not be opened. */
export class ListenError extends PlanningServerError {
  override readonly name = 'ListenError';
  readonly host: string;
  readonly port: number;
  /** The system's word: `EADDRINUSE`, `EACCES`, … */
  readonly code: string;

  constructor(address: { host: string; port: number; code: string }, options?: ErrorOptions) {
    super(`Cannot listen on ${address.host}:${address.port}: ${remedyFor(address.code)}`, options);
    this.host = address.host;
    this.port = address.port;
    this.code = address.code;
  }
}

function remedyFor(code: string): string {
  if (code === 'EADDRINUSE') return 'the port is in use. Stop the other program or choose another port.';
  if (code === 'EACCES') return 'the port is not permitted. Choose a port above 1023.';
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return "this machine has no such address. Use 127.0.0.1, or one of the machine's own addresses.";
  }
  return `the system answered ${code}. Choose another port or address.`;
}

/** A project's stored data is missing, is no JSON or does not fit the contract. */
export class StoredDataError extends PlanningServerError {
  override readonly name = 'StoredDataError';
  /** The file, or `region/project/collection` where the store has no files. */
  readonly source: string;

  constructor(source: string, problem: string, options?: ErrorOptions) {
    super(`${source}: ${problem}`, options);
    this.source = source;
  }
}

/** The file that lists keys and clients is missing or wrong. Its message never holds a hash or a secret. */
export class AccessFileError extends PlanningServerError {
  override readonly name = 'AccessFileError';
  readonly source: string;

  constructor(source: string, problem: string, options?: ErrorOptions) {
    super(`${source}: ${problem}`, options);
    this.source = source;
  }
}
