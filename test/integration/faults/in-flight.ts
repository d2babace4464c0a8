/** Counts requests between arrival and answer, at one gate or several. */
export interface InFlight {
  /** Call it when a request arrives. @returns a function to call when it has been answered */
  readonly arrive: () => () => void;
  /** Total time with at least one open request, in milliseconds. */
  readonly busy: () => number;
}

export function requestsInFlight(): InFlight {
  let open = 0;
  let opened = 0;
  let busy = 0;
  return {
    arrive: () => {
      if (open === 0) opened = performance.now();
      open += 1;
      return () => {
        open -= 1;
        if (open === 0) busy += performance.now() - opened;
      };
    },
    busy: () => busy + (open === 0 ? 0 : performance.now() - opened),
  };
}
