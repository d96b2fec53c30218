import assert from 'node:assert/strict';
import { test } from 'node:test';
import { message, ProtocolError, readFrames, readText, replaceIn, statusOf } from './frames.ts';

const LIMIT = 1_000_000;

test('a stream gives the same frames wherever it is cut', () => {
  const startup = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0]);
  const frames = [startup, message('Q', 'select 1'), message('S'), message('Q', 'x'.repeat(300))];
  const stream = Buffer.concat(frames);
  for (let size = 1; size <= stream.length; size++) {
    const reader = readFrames();
    const read: Buffer[] = [];
    for (let at = 0; at < stream.length; at += size) {
      reader.push(stream.subarray(at, at + size));
      for (;;) {
        const frame = reader.next(read.length === 0 ? 'startup' : 'message', LIMIT);
        if (!frame) break;
        read.push(frame);
      }
    }
    assert.deepEqual(read, frames, `in pieces of ${size}`);
  }
});

test('a frame of 40 MB in small pieces is joined once', () => {
  const frame = message('Q', Buffer.alloc(40_000_000, 'x'));
  const reader = readFrames();
  const before = process.memoryUsage().arrayBuffers;
  let read: Buffer | undefined;
  for (let at = 0; at < frame.length; at += 1000) {
    reader.push(frame.subarray(at, at + 1000));
    read ??= reader.next('message', 64_000_000);
    if (at < frame.length - 1000) assert.equal(read, undefined);
  }
  assert.equal(read?.length, frame.length);
  assert.ok(process.memoryUsage().arrayBuffers - before < 60_000_000, 'joined more than once');
});

test('a length that is impossible or too large is refused as soon as it is read', () => {
  for (const length of [3, -1, LIMIT + 1]) {
    const head = Buffer.alloc(5, 'Q');
    head.writeInt32BE(length, 1);
    const reader = readFrames();
    reader.push(head);
    assert.throws(() => reader.next('message', LIMIT), ProtocolError, `length ${length}`);
  }
});

test('a text in a frame is read and replaced', () => {
  const parse = message('P', 'name', 'select 1', Buffer.from([0, 0]));
  assert.deepEqual(readText(parse, 5), { text: 'name', end: 10 });
  assert.deepEqual(replaceIn(parse, 5, 10, 'c1_1'), message('P', 'c1_1', 'select 1', Buffer.from([0, 0])));
  assert.throws(() => readText(message('P', Buffer.from('endless')), 5), ProtocolError);
});

test('the transaction status is found in the last six bytes, in however many pieces they come', () => {
  const answer = Buffer.concat([message('C', 'SELECT 1'), message('Z', Buffer.from('T'))]);
  for (let cut = 0; cut <= answer.length; cut++) {
    assert.equal(statusOf([answer.subarray(0, cut), answer.subarray(cut)]), 'T');
  }
  assert.equal(statusOf(Array.from(answer, (byte) => Buffer.from([byte]))), 'T');
  assert.equal(statusOf([message('1')]), undefined);
  assert.equal(statusOf([]), undefined);
});
