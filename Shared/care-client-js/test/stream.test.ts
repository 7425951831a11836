import assert from "node:assert/strict";
import { suite, test } from "node:test";

import type { Frame } from "../src/stream.ts";
import { openEvents, told } from "../src/stream.ts";
import { settled, withGlobals } from "./cases.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

suite("server-sent events", () => {
  const cases = [
    { name: "one", parts: ["event: resumed\ndata: {}\n\n"], all: ["resumed {}"] },
    { name: "in parts, also of a letter", parts: ["event: ent", "ries\nda", "ta: é\n", "\n"], all: ["entries é"] },
    { name: "comments say nothing", parts: [": still here\n\n", "data: a\n\n"], all: ["message a"] },
    { name: "data in several lines", parts: ["data: a\ndata:b\ndata\n\n"], all: ["message a\nb\n"] },
    { name: "lines end as they like", parts: ["event: a\r\ndata: 1\r\n\r\nevent: b\rdata: 2\r\r"], all: ["a 1", "b 2"] },
    { name: "what has not ended is not told", parts: ["data: a\n\ndata: b\n"], all: ["message a"] },
    { name: "an event without data is none", parts: ["event: a\n\ndata: b\n\n"], all: ["message b"] },
  ];
  for (const { name, parts, all } of cases)
    test(name, async () => {
      const cut = parts.flatMap((part) => [...bytes(part)].map((byte) => Uint8Array.of(byte)));
      for (const chunks of [parts.map(bytes), cut]) {
        const heard: string[] = [];
        let count = 0;
        for await (const { name, data } of told(ReadableStream.from(chunks), () => (count += 1))) heard.push(`${name} ${data}`);
        assert.deepEqual(heard, all);
        assert.equal(count, chunks.length);
      }
    });

  test("that fall silent are given up, and a comment is a word", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    let say: ReadableStreamDefaultController<Uint8Array> | undefined;
    const answer = async (_: URL, { signal }: { signal: AbortSignal }) => {
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void (say = controller) });
      signal.addEventListener("abort", () => say?.error(new DOMException("", "AbortError")));
      return new Response(body, { headers: { "Content-Type": "text/event-stream; charset=utf-8" } });
    };
    await withGlobals({ fetch: answer }, async () => {
      const [heard, closed]: [Frame[], (number | undefined)[]] = [[], []];
      openEvents("https://care.example", "t", undefined, { opened() {}, heard: (frame) => heard.push(frame), closed: (code) => closed.push(code) });
      await settled();
      say?.enqueue(bytes('event: resumed\ndata: {"type":"resumed"}\n\n'));
      await settled();
      mock.timers.tick(40_000);
      say?.enqueue(bytes(": still here\n\n"));
      await settled();
      mock.timers.tick(44_999);
      await settled();
      assert.deepEqual([heard.map(({ type }) => type), closed], [["resumed"], []]);
      mock.timers.tick(1);
      await settled();
      assert.deepEqual(closed, [undefined]);
    });
  });

  test("end by a word of the server's, or of a page in the way", async () => {
    for (const [type, text, code] of [["text/event-stream", 'event: end\ndata: {"code":4401}\n\n', 4401], ["text/html", "<html>", undefined]] as const) {
      const answer = async () => new Response(text, { headers: { "Content-Type": type } });
      await withGlobals({ fetch: answer }, async () => {
        const closed = await new Promise((resolve) => openEvents("https://care.example", "t", undefined, { opened() {}, heard() {}, closed: resolve }));
        assert.equal(closed, code);
      });
    }
  });
});
