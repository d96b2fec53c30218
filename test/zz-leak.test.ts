import { test } from 'node:test';
import { createServer } from 'node:net';
test('leaks', () => { createServer().listen(0); });
test('other name', () => {});
