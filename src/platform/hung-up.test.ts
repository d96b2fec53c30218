import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { whenGone } from './hung-up.ts';

const asked = (socket: { destroyed: boolean; writableEnded: boolean }) => {
  const response = new EventEmitter();
  const request = { socket } as unknown as IncomingMessage;
  return { response, gone: whenGone(request, response as unknown as ServerResponse) };
};

test('a caller has gone when its answer is closed, or its connection was before that could be heard', () => {
  const { response, gone } = asked({ destroyed: false, writableEnded: false });
  assert.equal(gone.aborted, false);
  response.emit('close');
  assert.equal(gone.aborted, true);
  assert.equal(asked({ destroyed: true, writableEnded: false }).gone.aborted, true);
  assert.equal(asked({ destroyed: false, writableEnded: true }).gone.aborted, true);
});
