/** Reads server-sent events; `next` gives the data of the following one, or undefined where the stream has ended. */
export async function readStream(url: string, init: RequestInit) {
  const response = await fetch(url, init);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    response,
    async next(): Promise<unknown> {
      while (!text.includes("\n\n")) {
        const { value, done } = await reader.read();
        if (done) return undefined;
        text += value;
      }
      const [event] = text.split("\n\n", 1);
      text = text.slice(event!.length + 2);
      return JSON.parse(event!.replace(/^data: /, ""));
    },
    close: () => reader.cancel(),
  };
}
