/** Reads the data of each server-sent event of an answer until it ends; `onLife` hears of every sign of life. */
export async function readEvents(body: ReadableStream<Uint8Array>, on: EventReader): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    on.onLife();
    const events = (rest + read.value).split('\n\n');
    rest = events.pop() ?? '';
    for (const data of events.flatMap(dataOf)) on.onData(data);
  }
}

type EventReader = { onData: (data: string) => void; onLife: () => void };

/** An event without data is a heartbeat. */
function dataOf(event: string): string[] {
  const lines = event.split('\n').filter((line) => line.startsWith('data:'));
  return lines.length > 0 ? [lines.map((line) => line.slice('data:'.length).trimStart()).join('\n')] : [];
}
