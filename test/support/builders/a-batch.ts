/** The event that Lambda passes to a function for messages of a queue. Each message is the JSON of a body. */
export function aBatch(...bodies: readonly unknown[]) {
  return {
    Records: bodies.map((body, index) => ({
      eventSource: 'aws:sqs',
      messageId: `m-${index + 1}`,
      body: JSON.stringify(body),
      attributes: { ApproximateReceiveCount: '1' },
    })),
  };
}
