/** Reads server-sent events to the stream's end. Calls `onEvent` with each one's data, `onBytes` on any bytes. */
export async function readEvents(
  response: Response,
  onEvent: (data: string) => void,
  onBytes: () => void,
): Promise<void> {
  if (!response.ok || response.body === null) throw new Error(`no stream: ${response.status}`);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let unread = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    unread += decoder.decode(value, { stream: true });
    const events = unread.split("\n\n");
    unread = events.pop() ?? "";
    for (const event of events) {
      const data = event
        .split("\n")
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice("data:".length).trim())
        .join("\n");
      if (data !== "") onEvent(data);
    }
  }
}
