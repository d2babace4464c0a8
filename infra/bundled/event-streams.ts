/**
 * Takes the place of `@smithy/core/event-streams` in the bundles. No call of these functions streams events, and the
 * SDK's lazy import of that part makes the bundler wrap most of the SDK into functions, which are parsed twice at a
 * cold start.
 */
export class EventStreamSerde {
  constructor() {
    throw new Error('Streams of events are not part of the bundle.');
  }
}

export function eventStreamSerdeProvider(): EventStreamSerde {
  return new EventStreamSerde();
}

/** A client asks for this part when it is made, whether or not it has a call that streams. */
export function resolveEventStreamSerdeConfig<Config>(config: Config): Config {
  return config;
}
