// COPY from this process, over a connection of pg, which knows the messages but has no query for them.

/** Runs `copy … from stdin` with these pieces, Buffers in the text format. */
export function copyIn(client, text, pieces) {
  return new Promise((resolve, reject) => {
    let failure;
    client.query({
      submit: (connection) => connection.query(text),
      handleCopyInResponse(connection) {
        for (const piece of pieces) connection.sendCopyFromChunk(piece);
        connection.endCopyFrom();
      },
      handleCommandComplete() {},
      handleError(error) {
        failure = error;
      },
      handleReadyForQuery: () => (failure ? reject(failure) : resolve()),
    });
  });
}
